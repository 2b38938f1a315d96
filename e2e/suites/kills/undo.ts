/** Kills during an undo: after a failure behind the switch, and after a cancel. */
import { setTimeout as delay } from 'node:timers/promises'
import { becomesTrue } from '../../support/eventually.ts'
import { deployUnderKills, type Tally } from '../../support/kills/settle.ts'
import { asker, readDeployment } from '../../support/recovery-test-env.ts'

const places = ['undo-start', 'undone', 'undo-recorded']
/** Steps with an undo, in the order in which it runs. */
const undoSteps = ['switch-traffic', 'start-release', 'release-command', 'build-image']
const beforeSwitch = undoSteps.filter((name) => name !== 'switch-traffic' && name !== 'start-release')

export const undoPoints = [...undoSteps.flatMap((name) => places.map((place) => `${place}:${name}`)), 'finishing']

/** It responds alone and fails behind the proxy: everything is undone, including the switch. */
export async function undoWith(tally: Tally, point: string, index: number): Promise<void> {
  const wanted = { version: `broken-${index}`, breaksBehindProxy: true, statuses: ['failed'] }
  await deployUnderKills(tally, [point], wanted)
}

export async function killWhileUndoing(
  tally: Tally,
  { rounds, isWhole }: { rounds: number; isWhole: boolean },
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const wanted = { version: `broken-${round}`, breaksBehindProxy: true, statuses: ['failed'] }
    const one = undoSteps.map((name, index) => `${places[index % places.length]}:${name}`)
    await deployUnderKills(tally, isWhole ? undoPoints : [...one, 'finishing'], wanted)
    if (!isWhole) continue
    const points = [...beforeSwitch.flatMap((name) => places.map((place) => `${place}:${name}`)), 'finishing']
    await deployUnderKills(tally, points, {
      version: `cancelled-${round}`,
      releaseMs: 60_000,
      statuses: ['cancelled'],
      during: (deployment) => cancelInRelease(tally, deployment),
    })
  }
}

async function cancelInRelease({ testEnv }: Tally, { id }: { id: string }): Promise<void> {
  const isThere = async () => (await readDeployment(testEnv, id)).step === 'release-command'
  if (!(await becomesTrue(isThere, { withinMs: 60_000 }))) throw new Error('it never came to its release command')
  await delay(500)
  await asker(testEnv.instance, testEnv.me)('POST', `/environments/${testEnv.environmentId}/deployments/${id}/cancel`)
}
