/** Only after checks pass: the forge's own statuses decide. */
import {
  listDeliveries,
  listDeployments,
  openShop,
  type PushWorld,
  push,
  type Shop,
  setAutoDeploy,
  waitFor,
  waitForDecision,
  waitForLive,
} from './test-env.ts'

export async function proveChecks(world: PushWorld): Promise<void> {
  const { report } = world
  const shop = await openShop(world, 'checked')
  await setAutoDeploy(world, shop, { enabled: true, requireChecks: true })
  const sha = await push(world, shop)
  const waiting = await waitFor(
    async () => (await listDeliveries(world, shop)).find(({ status }) => status === 'waiting'),
    30_000,
  )
  report.expect(
    waiting?.reason?.code === 'checks_pending',
    `before its checks it is ${JSON.stringify(waiting?.reason)}`,
  )
  await say(world, shop, sha, 'pending')
  report.expect((await listDeployments(world, shop)).length === 0, 'it was deployed before its checks')
  await say(world, shop, sha, 'success')
  report.expect((await waitForLive(world, shop, sha)) !== undefined, 'it is live after its checks')
  const bad = await push(world, shop)
  await say(world, shop, bad, 'failure')
  const decided = await waitForDecision(world, shop, bad)
  report.expect(
    decided?.reason?.code === 'checks_failed',
    `after failed checks it is ${JSON.stringify(decided?.reason)}`,
  )
  report.expect((await listDeployments(world, shop)).length === 1, 'a commit whose checks failed was deployed')
}

async function say({ forge, ada }: PushWorld, { fullName }: Shop, sha: string, state: string): Promise<void> {
  const body = { state, context: 'ci/test', description: 'any' }
  await forge.api('POST', `/repos/${fullName}/statuses/${sha}`, { token: ada.token, body })
}
