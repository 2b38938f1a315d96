/** Instances that the Git provider can't reach: polling finds commits, and the same rules decide. */
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { readUntil } from '../../support/eventually.ts'
import {
  listDeliveries,
  listDeployments,
  listHooks,
  openShop,
  type PushTestEnv,
  push,
  setAutoDeploy,
  waitForDecision,
  waitForLive,
} from './test-env.ts'

export async function provePolling(testEnv: PushTestEnv): Promise<void> {
  const { report, gitea, ada, deploys } = testEnv
  const shop = await openShop(testEnv, 'polled')
  const state = await setAutoDeploy(testEnv, shop, { enabled: true, polling: true })
  report.expect(state.polling === true, 'it polls')
  // The webhook points nowhere, as if the Git provider couldn't deliver.
  const [hook] = await listHooks(testEnv, shop)
  await gitea.api('PATCH', `/repos/${shop.fullName}/hooks/${hook?.id}`, { token: ada.token, body: { active: false } })
  const inactive = await readUntil(
    () => setAutoDeploy(testEnv, shop, { enabled: true }),
    ({ webhook }) => webhook.status === 'inactive',
    { withinMs: 20_000 },
  )
  report.expect(inactive.webhook.problem?.code === 'webhook_inactive', 'a disabled webhook is reported')
  await waitForSight(deploys.instance.databaseUrl)
  const sha = await push(testEnv, shop)
  report.expect((await waitForLive(testEnv, shop, sha)) !== undefined, 'a commit that was found by looking is live')
  const marked = await push(testEnv, shop, { message: 'Not this one [no deploy]' })
  const decided = await waitForDecision(testEnv, shop, marked)
  report.expect(decided?.reason?.code === 'skip_marker' && decided.origin === 'poll', 'the marker holds for it too')
  const origins = new Set((await listDeliveries(testEnv, shop)).map(({ origin }) => origin))
  report.expect(origins.size === 1 && origins.has('poll'), `it came by ${[...origins].join(', ')}`)
  report.expect((await listDeployments(testEnv, shop)).length === 1, 'what was there before was deployed too')
}

/** Waits until the branch was polled once, which is the starting point. */
async function waitForSight(databaseUrl: string): Promise<void> {
  await using sql = createSqlClient(databaseUrl)
  const seen = await readUntil(
    () => sql.query('select 1 from auto_deploys where polls and seen_commit is not null'),
    (rows) => rows.length > 0,
    { withinMs: 30_000 },
  )
  if (seen.length === 0) throw new Error('the branch was not polled')
}
