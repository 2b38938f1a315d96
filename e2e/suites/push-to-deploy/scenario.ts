/** The main scenario: switched on, pushed, live. Pushes that must not deploy don't, and after switching off none does. */

import type { Environment, WebhookDelivery } from '@longshore/sdk'
import { visit } from '../../support/deployments/visits.ts'
import { readUntil } from '../../support/eventually.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import {
  deployedWithinMs,
  isFound,
  listDeliveries,
  listDeployments,
  listHooks,
  openShop,
  type PushTestEnv,
  push,
  type Shop,
  setAutoDeploy,
  waitForDecision,
  waitForLive,
} from './test-env.ts'

export async function proveScenario(testEnv: PushTestEnv): Promise<void> {
  const { report, deploys } = testEnv
  const shop = await openShop(testEnv, 'story')
  const state = await setAutoDeploy(testEnv, shop, { enabled: true, watchPaths: ['**', '!docs/**'] })
  report.expect(state.webhook.status === 'registered', `the hook is ${JSON.stringify(state.webhook)}`)
  report.expect(state.webhook.secret === null, 'the secret of a hook that was registered is shown')
  const hooks = await listHooks(testEnv, shop)
  report.expect(hooks.length === 1 && hooks[0]?.config.url === state.webhook.url, 'the Git provider has the webhook')

  const startedAt = performance.now()
  const sha = await push(testEnv, shop, { path: 'version.txt', text: 'second' })
  const live = await waitForLive(testEnv, shop, sha)
  report.figure('push_to_live_ms', Math.round(performance.now() - startedAt))
  if (!report.expect(live !== undefined, 'a push becomes live') || live === undefined) return
  report.expect(live.trigger === 'push' && live.createdBy === null, `it was ${live.trigger} of ${live.createdBy}`)
  await proveVisible(testEnv, shop)
  const findStatus = async () => (await statusesOf(testEnv, shop, sha)).find(({ status: now }) => now === 'success')
  const status = await readUntil(findStatus, isFound, { withinMs: deployedWithinMs })
  report.figure('commit_status', status !== undefined)
  report.expect(status !== undefined, 'the Git provider shows the commit as deployed')
  await proveNothing(testEnv, shop)

  const off = await setAutoDeploy(testEnv, shop, { enabled: false })
  report.expect(off.webhook.status === 'none', `switched off the hook is ${off.webhook.status}`)
  report.expect((await listHooks(testEnv, shop)).length === 0, 'the webhook is removed at the Git provider')
  const gone = await ask(deploys, 'GET', `/environments/${shop.app.environmentId}/auto-deploy`)
  report.expect(gone.body.enabled === false, 'it is off')
}

interface CommitStatus {
  readonly status: string
}

async function statusesOf({ gitea, ada }: PushTestEnv, { fullName }: Shop, sha: string): Promise<CommitStatus[]> {
  return await gitea.api('GET', `/repos/${fullName}/commits/${sha}/statuses`, { token: ada.token })
}

async function proveVisible({ report, deploys }: PushTestEnv, { app }: Shop): Promise<void> {
  const { domains }: Environment = await mustAsk(deploys, 'GET', `/environments/${app.environmentId}`)
  const [home] = deploys.servers
  if (home === undefined) return
  const text = await visit(home, domains[0]?.hostname ?? '')
  report.expect(text === 'second', `the address answers ${text}`)
}

/** Pushes that must not start anything. */
async function proveNothing(testEnv: PushTestEnv, shop: Shop): Promise<void> {
  const { report, gitea, ada } = testEnv
  const before = (await listDeployments(testEnv, shop)).length
  const expectReason = async (sha: string, reason: string) => {
    const decided = await waitForDecision(testEnv, shop, sha)
    report.expect(
      decided?.reason?.code === reason,
      `${reason}: it was ${JSON.stringify(decided?.reason ?? decided?.status)}`,
    )
  }
  await expectReason(await push(testEnv, shop, { message: 'Change [skip deploy]' }), 'skip_marker')
  await expectReason(await push(testEnv, shop, { message: 'chore: release\n\n[ci skip]' }), 'skip_marker')
  await expectReason(await push(testEnv, shop, { path: 'docs/index.md' }), 'paths_not_watched')
  const body = { new_branch_name: 'main-2', old_branch_name: 'main' }
  await gitea.api('POST', `/repos/${shop.fullName}/branches`, { token: ada.token, body })
  await expectReason(await push(testEnv, shop, { branch: 'main-2' }), 'other_branch')
  report.expect((await listDeployments(testEnv, shop)).length === before, 'something was deployed that must not be')
  await proveRedelivery(testEnv, shop)
}

/** A logged push can be evaluated again, and one that isn't the newest commit doesn't start anything. */
async function proveRedelivery(testEnv: PushTestEnv, shop: Shop): Promise<void> {
  const { report, deploys } = testEnv
  const before = (await listDeployments(testEnv, shop)).length
  const old = (await listDeliveries(testEnv, shop)).find(({ status }) => status === 'deployed')
  const path = `/environments/${shop.app.environmentId}/webhook-deliveries`
  const again: WebhookDelivery = await mustAsk(deploys, 'POST', `${path}/${old?.id}/redeliver`)
  const findDecided = async () => {
    const delivery: WebhookDelivery = await mustAsk(deploys, 'GET', `${path}/${again.id}`)
    return delivery.decidedAt === null ? undefined : delivery
  }
  const decided = await readUntil(findDecided, isFound, { withinMs: 30_000 })
  report.expect(decided?.origin === 'redelivery' && decided.redeliveryOf === old?.id, 'it is a delivery of its own')
  report.expect(decided?.status === 'ignored', `delivered again it is ${decided?.status} ${decided?.reason?.code}`)
  report.expect(
    (await listDeployments(testEnv, shop)).length === before,
    'a redelivery of what is live started something',
  )
}
