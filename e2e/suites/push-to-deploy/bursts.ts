/** Fifty pushes in a row: at most two deployments, and the last commit is live. */
import { isQuick } from '../../support/command-line.ts'
import { readUntil } from '../../support/eventually.ts'
import {
  deployedWithinMs,
  isFound,
  listDeliveries,
  listDeployments,
  openShop,
  type PushTestEnv,
  push,
  setAutoDeploy,
  waitForLive,
} from './test-env.ts'

const pushes = isQuick ? 15 : 50

export async function proveBursts(testEnv: PushTestEnv): Promise<void> {
  const { report } = testEnv
  const shop = await openShop(testEnv, 'burst')
  await setAutoDeploy(testEnv, shop, { enabled: true })
  const startedAt = performance.now()
  const pushed: string[] = []
  for (let count = 0; count < pushes; count += 1) pushed.push(await push(testEnv, shop))
  const last = pushed.at(-1) ?? ''
  report.figure('burst_pushes', pushes)
  const burstMs = performance.now() - startedAt
  report.figure('burst_ms', Math.round(burstMs))
  report.expect((await waitForLive(testEnv, shop, last)) !== undefined, 'the last commit of the burst is live')
  const findDecided = async () => {
    const all = await listDeliveries(testEnv, shop)
    return all.length >= pushes && all.every(({ decidedAt }) => decidedAt !== null) ? all : undefined
  }
  const decided = await readUntil(findDecided, isFound, { withinMs: 30_000 })
  const deployments = await listDeployments(testEnv, shop)
  const areFinished = async () => (await listDeployments(testEnv, shop)).every(({ finishedAt }) => finishedAt !== null)
  const finished = await readUntil(areFinished, (isTrue) => isTrue, { withinMs: deployedWithinMs })
  report.figure('burst_deployments', deployments.length)
  report.figure('burst_deliveries', decided?.length ?? -1)
  // The Git provider may still deliver the push that created the repository.
  const reported = new Set(decided?.map(({ commit }) => commit?.sha))
  const unreported = pushed.filter((sha) => !reported.has(sha)).length
  report.expect(unreported === 0, `${unreported} of ${pushes} pushes are not decided`)
  report.expect(deployments.length <= 2 && finished, `${deployments.length} deployments of one burst, wanted at most 2`)
}
