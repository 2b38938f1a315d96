/**
 * One circuit breaker per host: after several consecutive failures the host is skipped for a while, so that a dead host
 * costs an error instead of a timeout each time. Then one request tries it, and the others wait for its outcome.
 */
export interface Circuits {
  /** Seconds until the host can be tried again; null if the request can be sent. */
  refusedForSeconds(host: string): number | null
  succeeded(host: string): void
  failed(host: string): void
}

interface Circuit {
  failures: number
  /** Zero if the circuit is closed. */
  openUntilMs: number
}

const failuresUntilOpen = 5
const openMs = 20_000
/** A trial that never ends must not block the others forever. */
const trialMs = 30_000
const maximumHosts = 1_000

export function createCircuits(nowMs: () => number = () => performance.now()): Circuits {
  const circuits = new Map<string, Circuit>()
  return {
    refusedForSeconds(host) {
      const circuit = circuits.get(host)
      if (circuit === undefined || circuit.openUntilMs === 0) return null
      const waitMs = circuit.openUntilMs - nowMs()
      if (waitMs > 0) return Math.ceil(waitMs / 1_000)
      circuit.openUntilMs = nowMs() + trialMs
      return null
    },
    succeeded: (host) => void circuits.delete(host),
    failed(host) {
      const circuit = circuits.get(host) ?? { failures: 0, openUntilMs: 0 }
      circuit.failures += 1
      if (circuit.failures >= failuresUntilOpen) circuit.openUntilMs = nowMs() + openMs
      // Evict the oldest: users can name hosts, so the map needs a limit.
      const [oldest] = circuits.keys()
      if (circuits.size >= maximumHosts && !circuits.has(host) && oldest !== undefined) circuits.delete(oldest)
      circuits.set(host, circuit)
    },
  }
}
