/** Evaluates whether the worker's background loops make progress; pure. */
import { type Finding, fault, ok, warning } from '../finding.policy.ts'

export interface ReportedLoop {
  readonly name: string
  readonly idleSeconds: number
  readonly restarts: number
}

/** Longer than any loop pauses and any round can take. */
const longestIdleSeconds = 15 * 60

export function evaluateLoops(loops: readonly ReportedLoop[]): Finding {
  const stopped = loops.filter(({ idleSeconds }) => idleSeconds > longestIdleSeconds)
  if (stopped.length > 0)
    return fault(
      `without a finished round for ${stopped.map(({ name, idleSeconds }) => `${idleSeconds} s: ${name}`).join(', ')}`,
    )
  const hung = loops.filter(({ restarts }) => restarts > 0)
  if (hung.length > 0)
    return warning(`hung and continued: ${hung.map(({ name, restarts }) => `${name} (${restarts} times)`).join(', ')}`)
  return ok(`${loops.length} running`)
}
