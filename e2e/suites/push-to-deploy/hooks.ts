/** Webhooks that are lost, replaced, added by hand, and left behind. */
import type { GitProvider } from '@longshore/sdk'
import { readUntil } from '../../support/eventually.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import {
  isFound,
  listDeployments,
  listHooks,
  openShop,
  type PushTestEnv,
  push,
  type Shop,
  setAutoDeploy,
  waitForLive,
} from './test-env.ts'

export async function proveLostHook(testEnv: PushTestEnv): Promise<void> {
  const { report, gitea, ada } = testEnv
  const shop = await openShop(testEnv, 'lost-hook')
  await setAutoDeploy(testEnv, shop, { enabled: true })
  const [hook] = await listHooks(testEnv, shop)
  await gitea.api('DELETE', `/repos/${shop.fullName}/hooks/${hook?.id}`, { token: ada.token })
  const startedAt = performance.now()
  // The first check comes half a minute after the settings were changed.
  const restored = await readUntil(async () => (await listHooks(testEnv, shop))[0], isFound, { withinMs: 60_000 })
  report.figure('hook_restored_ms', Math.round(performance.now() - startedAt))
  report.expect(
    restored !== undefined && restored.id !== hook?.id,
    'a webhook that was deleted at the Git provider is restored',
  )
  const sha = await push(testEnv, shop)
  report.expect((await waitForLive(testEnv, shop, sha)) !== undefined, 'a push by the restored hook is live')
  await proveRotation(testEnv, shop)
  await proveLeftBehind(testEnv, shop)
}

async function proveRotation(testEnv: PushTestEnv, shop: Shop): Promise<void> {
  const { report } = testEnv
  const [before] = await listHooks(testEnv, shop)
  if (before === undefined) throw new Error('there is no webhook to rotate')
  const state = await setAutoDeploy(testEnv, shop, { enabled: true, rotateSecret: true })
  const hooks = await listHooks(testEnv, shop)
  report.expect(state.webhook.status === 'registered', `rotated it is ${state.webhook.status}`)
  report.expect(
    hooks.length === 1 && hooks[0]?.id !== before.id,
    'a new secret creates a new webhook at the Git provider',
  )
  const sha = await push(testEnv, shop)
  report.expect((await waitForLive(testEnv, shop, sha)) !== undefined, 'a push with the new secret is live')
}

async function proveLeftBehind(testEnv: PushTestEnv, { app, ...shop }: Shop): Promise<void> {
  const { report, deploys } = testEnv
  await mustAsk(deploys, 'DELETE', `/environments/${app.environmentId}?permanent=true`)
  const left = await readUntil(
    () => listHooks(testEnv, { app, ...shop }),
    (hooks) => hooks.length === 0,
    { withinMs: 60_000 },
  )
  report.expect(left.length === 0, 'a permanently deleted environment leaves no webhook at the Git provider')
}

/** A read-only connection: URL and secret are shown once, and a webhook that a user adds works. */
export async function provePastedHook(testEnv: PushTestEnv): Promise<void> {
  const { report, deploys, gitea, ada, reader: token } = testEnv
  const shop = await openShop(testEnv, 'pasted', async (fullName) => {
    const body = { permission: 'read' }
    await gitea.api('PUT', `/repos/${fullName}/collaborators/reader`, { token: ada.token, body })
    const account = { kind: 'gitea', baseUrl: gitea.url, token }
    const provider: GitProvider = await mustAsk(deploys, 'POST', '/git-provider/save-token', account)
    return provider.id
  })
  const { webhook } = await setAutoDeploy(testEnv, shop, { enabled: true })
  report.expect(
    webhook.status === 'manual' && webhook.problem !== null,
    `without the right it is ${JSON.stringify(webhook)}`,
  )
  report.expect(/^[0-9a-f]{64}$/.test(webhook.secret ?? ''), 'the secret is shown to be pasted')
  const again = await setAutoDeploy(testEnv, shop, { enabled: true })
  report.expect(again.webhook.secret === null, 'the secret is shown a second time')
  const read = await ask(deploys, 'GET', `/environments/${shop.app.environmentId}/auto-deploy`)
  report.expect(!read.text.includes(webhook.secret ?? ''), 'the secret can be read later')
  const config = { url: webhook.url, secret: webhook.secret, content_type: 'json' }
  const body = { type: 'gitea', active: true, events: ['push'], config }
  await gitea.api('POST', `/repos/${shop.fullName}/hooks`, { token: ada.token, body })
  const sha = await push(testEnv, shop)
  report.expect((await waitForLive(testEnv, shop, sha)) !== undefined, 'a push by a pasted hook is live')
  report.expect((await listDeployments(testEnv, shop)).length === 1, 'one push is one deployment')
}
