/** Compares the server's clock with ours. */
import { fine, found, type Outcome } from './findings.ts'

const toleratedMs = 5_000

/** `date +%s.%N` ran between `sentMs` and `receivedMs`, both on our clock. */
export function evaluateClock(stdout: string, { sentMs, receivedMs }: { sentMs: number; receivedMs: number }): Outcome {
  // BusyBox prints whole seconds only.
  const [, seconds, fraction = ''] = /^(\d{9,11})(?:\.(\d{1,9}))?/.exec(stdout.trim()) ?? []
  if (seconds === undefined) return found('not_checked')
  const precisionMs = fraction === '' ? 1_000 : 0
  const serverMs = Number(seconds) * 1_000 + Number(`0.${fraction || '5'}`) * 1_000
  const skewMs = serverMs - (sentMs + receivedMs) / 2
  const doubtMs = (receivedMs - sentMs) / 2 + precisionMs / 2
  const detail = describe(skewMs)
  return Math.abs(skewMs) - doubtMs > toleratedMs ? found('clock_skew', {}, detail) : fine(detail)
}

function describe(skewMs: number): string {
  const seconds = Math.abs(skewMs) / 1_000
  if (seconds < 1) return 'The clock is accurate.'
  const amount = seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`
  return `It is ${amount} ${skewMs > 0 ? 'ahead' : 'behind'}.`
}
