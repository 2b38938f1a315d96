/** Requests whose path is sent exactly as written. */
import { type Agent, request } from 'node:http'
import type { Echo } from './echo.ts'

export interface Asked {
  readonly hostname: string
  /** Path and query, as they are in the request line. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Null if the proxy responded without a service. */
  readonly echo: Echo | null
  readonly text: string
}

const timeoutMs = 30_000
const maxBytes = 65_536

export async function ask(
  { hostname, target, headers = {}, body }: Asked,
  { host, port, agent }: { host: string; port: number; agent: Agent },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const method = body === undefined ? 'GET' : 'POST'
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  const all = { ...headers, ...length, host: hostname }
  const sent = request({ host, port, agent, method, path: target, headers: all, timeout: timeoutMs })
  sent.on('error', reject)
  sent.on('timeout', () => sent.destroy(new Error(`${target} timed out`)))
  sent.on('response', (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('error', reject)
    response.on('data', (chunk: string) => {
      text += chunk
      if (text.length > maxBytes) sent.destroy(new Error(`${target} has a long response`))
    })
    response.on('end', () => {
      const isOwn = response.headers['longshore-proxy'] === 'answer'
      const echo: Echo | null = isOwn || response.statusCode !== 200 ? null : JSON.parse(text)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, echo, text })
    })
  })
  sent.end(body)
  return await promise
}
