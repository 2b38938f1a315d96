/**
 * One circuit per host: after some failures in a row the host is left alone for a while, so that a dead one costs a
 * message and not a time-out each time. Then one request tries, and the others wait for what it finds.
 */
export interface Circuits {
  /** Seconds until it may be tried again; null when the request may go. */
  refusedForSeconds(host: string): number | null
  succeeded(host: string): void
  failed(host: string): void
}

interface Circuit {
  failures: number
  /** Zero: closed. */
  openUntilMs: number
}

const failuresUntilOpen = 5
const openMs = 20_000
/** A trial that never ends must not keep the others out for ever. */
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
      // The oldest goes: hosts can be named by users, and a list that only grows is theirs to fill.
      const [oldest] = circuits.keys()
      if (circuits.size >= maximumHosts && !circuits.has(host) && oldest !== undefined) circuits.delete(oldest)
      circuits.set(host, circuit)
    },
  }
}
