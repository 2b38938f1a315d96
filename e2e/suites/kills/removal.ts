/** At the end everything is removed, and the worker dies in each step of the removal, too. */
import { callAs } from '../../support/client.ts'
import { arm, firedPoints, superviseUntil, type Tally } from '../../support/kills/settle.ts'
import { asker } from '../../support/recovery-test-env.ts'
import { readTruth } from '../../support/target-truth.ts'

const points = ['forget-routes', 'take-down', 'forget'].flatMap((name) => [`start:${name}`, `ran:${name}`])

export async function removeEverything(tally: Tally): Promise<void> {
  const { testEnv, report } = tally
  await arm(testEnv, points)
  await asker(testEnv.instance, testEnv.me)('DELETE', `/environments/${testEnv.environmentId}?permanent=true`)
  const path = `/environments/${testEnv.environmentId}`
  const isGone = async () => (await callAs(testEnv.instance, testEnv.me, { method: 'GET', path })).status === 404
  const removed = await superviseUntil(testEnv, isGone, 60_000)
  report.expect(removed.isDone, 'the environment is not removed')
  const fired = await firedPoints(testEnv)
  tally.kills += fired.length
  for (const point of fired) tally.points.add(`remove ${point}`)
  report.expect(
    fired.length === points.length,
    `the removal was not killed at ${points.filter((each) => !fired.includes(each)).join(', ')}`,
  )
  const { containers, networks, images, releases, current } = await readTruth(testEnv)
  const left = [...containers, ...networks, ...images, ...releases, ...(current === null ? [] : [current])]
  report.expect(left.length === 0, `left on the server after the removal: ${left.join(' ')}`)
}
