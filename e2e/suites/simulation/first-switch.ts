/**
 * The first deployment of an environment, whose worker is paused right before it calls the proxy and replaced by one
 * that fails there: only the undo can raise the fence that the first worker then meets.
 */
import type { Fault } from './faults.ts'
import { runSeed } from './run-seed.ts'

const fault = (name: string, at: number, kind: Fault['kind'], lastsMs: number): Fault => ({
  name,
  at,
  kind,
  lastsMs,
  when: 'before',
})

const planned: readonly Fault[] = [
  fault('start:switch-traffic', 1, 'partition', 90_000),
  fault('switchRelease', 1, 'freeze', 30_000),
  fault('switchRelease', 2, 'refusal', 0),
]

const mostSeeds = 50
/** A worker of another release would end the run later, so events until then would not be after its end. */
const hasOneRelease = true

/**
 * Counts refused old fences, broken invariants, and the schedules in which a missing undo is detected. A schedule whose
 * first deployment ends before its switch for another reason doesn't count, and neither does one in which something else
 * than the undo raised the fence.
 */
export async function proveFirstSwitch(
  schedules: number,
): Promise<{ refused: number; broken: string[]; noticed: number }> {
  const proof = { refused: 0, broken: [] as string[], noticed: 0 }
  for (let seed = 1, reached = 0; reached < schedules && seed <= mostSeeds; seed += 1) {
    const verdict = await runSeed(seed, { planned, hasOneRelease })
    if (verdict.faults < planned.length) continue
    const withoutUndo = await runSeed(seed, { planned, hasOneRelease, defect: 'switch-not-returned' })
    if (withoutUndo.refused > 0) continue
    reached += 1
    proof.refused += verdict.refused
    proof.broken.push(...verdict.broken.map((each) => `first switch, seed ${seed}: ${each}`))
    if (withoutUndo.broken.length > 0) proof.noticed += 1
  }
  return proof
}
