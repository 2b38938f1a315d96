/** Evaluates database errors and clock differences; pure. */
import { type Finding, fault, ok, warning } from '../finding.policy.ts'

const tolerableMs = 5_000
const harmfulMs = 60_000

/** PostgreSQL errors have a code of five characters; 57P0x means that it is starting or stopping. */
export function isUnreachable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return !/^[0-9A-Z]{5}$/.test(code) || /^57P0/.test(code)
}

/** The other clock was read between two readings of our clock; only a difference outside that interval counts. */
export function evaluateSkew(
  who: string,
  { before, at, after, resolutionMs }: { before: number; at: number; after: number; resolutionMs: number },
): Finding {
  const behind = Math.max(0, before - resolutionMs - at)
  const ahead = Math.max(0, at - after)
  const skewMs = Math.max(behind, ahead)
  const text = `the clock of ${who} is ${Math.round(skewMs / 1_000)} s ${ahead > behind ? 'ahead of' : 'behind'} ours`
  if (skewMs >= harmfulMs) return fault(text)
  return skewMs >= tolerableMs ? warning(text) : ok('the clocks match')
}
