/** Hooks that are lost, replaced, pasted by hand, and left behind. */
import { ask, mustAsk } from '../../support/servers.ts'
import {
  listDeployments,
  listHooks,
  openShop,
  type PushWorld,
  push,
  type Shop,
  setAutoDeploy,
  waitFor,
  waitForLive,
} from './test-env.ts'

export async function proveLostHook(world: PushWorld): Promise<void> {
  const { report, forge, ada } = world
  const shop = await openShop(world, 'lost-hook')
  await setAutoDeploy(world, shop, { enabled: true })
  const [hook] = await listHooks(world, shop)
  await forge.api('DELETE', `/repos/${shop.fullName}/hooks/${hook.id}`, { token: ada.token })
  const startedAt = performance.now()
  // The first look comes half a minute after the settings were changed.
  const restored = await waitFor(async () => (await listHooks(world, shop))[0], 60_000)
  report.figure('hook_restored_ms', Math.round(performance.now() - startedAt))
  report.expect(restored !== undefined && restored.id !== hook.id, 'a hook that was deleted at the forge is restored')
  const sha = await push(world, shop)
  report.expect((await waitForLive(world, shop, sha)) !== undefined, 'a push by the restored hook is live')
  await proveRotation(world, shop)
  await proveLeftBehind(world, shop)
}

async function proveRotation(world: PushWorld, shop: Shop): Promise<void> {
  const { report } = world
  const [before] = await listHooks(world, shop)
  const state = await setAutoDeploy(world, shop, { enabled: true, rotateSecret: true })
  const hooks = await listHooks(world, shop)
  report.expect(state.webhook.status === 'registered', `rotated it is ${state.webhook.status}`)
  report.expect(hooks.length === 1 && hooks[0]?.id !== before.id, 'a new secret is a new hook at the forge')
  const sha = await push(world, shop)
  report.expect((await waitForLive(world, shop, sha)) !== undefined, 'a push with the new secret is live')
}

async function proveLeftBehind(world: PushWorld, { app, ...shop }: Shop): Promise<void> {
  const { report, deploys } = world
  await mustAsk(deploys, 'DELETE', `/environments/${app.environmentId}`)
  const isGone = await waitFor(
    async () => ((await listHooks(world, { app, ...shop })).length === 0 ? true : undefined),
    60_000,
  )
  report.expect(isGone === true, 'a deleted environment leaves no hook at the forge')
}

/** An account that may read only: URL and secret are shown, once, and a hook that a person pastes works. */
export async function provePastedHook(world: PushWorld): Promise<void> {
  const { report, deploys, forge, ada, reader: token } = world
  const shop = await openShop(world, 'pasted', async (fullName) => {
    const body = { permission: 'read' }
    await forge.api('PUT', `/repos/${fullName}/collaborators/reader`, { token: ada.token, body })
    const account = { kind: 'gitea', baseUrl: forge.url, token }
    return (await mustAsk(deploys, 'POST', '/git-provider/save-token', account)).id
  })
  const { webhook } = await setAutoDeploy(world, shop, { enabled: true })
  report.expect(
    webhook.status === 'manual' && webhook.problem !== null,
    `without the right it is ${JSON.stringify(webhook)}`,
  )
  report.expect(/^[0-9a-f]{64}$/.test(webhook.secret ?? ''), 'the secret is shown to be pasted')
  const again = await setAutoDeploy(world, shop, { enabled: true })
  report.expect(again.webhook.secret === null, 'the secret is shown a second time')
  const read = await ask(deploys, 'GET', `/environments/${shop.app.environmentId}/auto-deploy`)
  report.expect(!read.text.includes(webhook.secret), 'the secret can be read later')
  const config = { url: webhook.url, secret: webhook.secret, content_type: 'json' }
  const body = { type: 'gitea', active: true, events: ['push'], config }
  await forge.api('POST', `/repos/${shop.fullName}/hooks`, { token: ada.token, body })
  const sha = await push(world, shop)
  report.expect((await waitForLive(world, shop, sha)) !== undefined, 'a push by a pasted hook is live')
  report.expect((await listDeployments(world, shop)).length === 1, 'one push is one deployment')
}
