/** The part of autocannon that the benches use; it ships no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    method?: string
    body?: string
  }
  interface Result {
    non2xx: number
    errors: number
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
