/** Deployment only after checks pass: the Git provider's statuses decide. */
import { readUntil } from '../../support/eventually.ts'
import {
  isFound,
  listDeliveries,
  listDeployments,
  openShop,
  type PushTestEnv,
  push,
  type Shop,
  setAutoDeploy,
  waitForDecision,
  waitForLive,
} from './test-env.ts'

export async function proveChecks(testEnv: PushTestEnv): Promise<void> {
  const { report } = testEnv
  const shop = await openShop(testEnv, 'checked')
  await setAutoDeploy(testEnv, shop, { enabled: true, requireChecks: true })
  const sha = await push(testEnv, shop)
  const waiting = await readUntil(
    async () => (await listDeliveries(testEnv, shop)).find(({ status }) => status === 'waiting'),
    isFound,
    { withinMs: 30_000 },
  )
  report.expect(
    waiting?.reason?.code === 'checks_pending',
    `before its checks it is ${JSON.stringify(waiting?.reason)}`,
  )
  await say(testEnv, shop, sha, 'pending')
  report.expect((await listDeployments(testEnv, shop)).length === 0, 'it was deployed before its checks')
  await say(testEnv, shop, sha, 'success')
  report.expect((await waitForLive(testEnv, shop, sha)) !== undefined, 'it is live after its checks')
  const bad = await push(testEnv, shop)
  await say(testEnv, shop, bad, 'failure')
  const decided = await waitForDecision(testEnv, shop, bad)
  report.expect(
    decided?.reason?.code === 'checks_failed',
    `after failed checks it is ${JSON.stringify(decided?.reason)}`,
  )
  report.expect((await listDeployments(testEnv, shop)).length === 1, 'a commit whose checks failed was deployed')
}

async function say({ gitea, ada }: PushTestEnv, { fullName }: Shop, sha: string, state: string): Promise<void> {
  const body = { state, context: 'ci/test', description: 'any' }
  await gitea.api('POST', `/repos/${fullName}/statuses/${sha}`, { token: ada.token, body })
}
