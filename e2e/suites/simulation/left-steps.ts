/**
 * A worker of the later release dies in a step that the earlier release doesn't know. A worker of the earlier release
 * may continue: if the run fails after that, the step must still be undone.
 */
import type { Fault } from './faults.ts'
import { runSeed } from './run-seed.ts'

const planned: readonly Fault[] = [{ name: 'ran:mark-release', at: 1, kind: 'kill', lastsMs: 1_000, when: 'before' }]

/** The seeded defect, and the number of schedules in which it is detected. */
export async function proveLeftSteps(schedules: number): Promise<{ broken: string[]; noticed: number }> {
  const proof = { broken: [] as string[], noticed: 0 }
  for (let seed = 1; seed <= schedules; seed += 1) {
    const { broken } = await runSeed(seed, { planned })
    proof.broken.push(...broken.map((each) => `left steps, seed ${seed}: ${each}`))
    if ((await runSeed(seed, { planned, defect: 'left-steps-forgotten' })).broken.length > 0) proof.noticed += 1
  }
  return proof
}
