/** A session that is revoked elsewhere ends the open page, and keeps what was begun on it. */
import { text } from '../../../../apps/dashboard/src/text/text.ts'
import { call, password } from '../../../support/client.ts'
import type { StoryWorld } from './story-world.ts'

const noticeMs = 60_000
const begun = 'half a name'

export async function endByRevocation(world: StoryWorld, email: string): Promise<void> {
  const { instance, opened, report } = world
  const { page, goTo } = opened
  await goTo('/servers/new')
  await page.getByLabel(text.newServer.name).fill(begun)
  const signedIn = await call(instance, 'POST', '/api/v1/auth/login', { body: { email, password } })
  const as = { token: String(signedIn.body.accessToken) }
  const { items } = (await call(instance, 'GET', '/api/v1/auth/sessions', as)).body
  for (const { id, current } of items)
    if (current !== true) await call(instance, 'DELETE', `/api/v1/auth/sessions/${id}`, as)
  const cover = page.getByRole('dialog', { name: text.shell.ended.title })
  await cover.waitFor({ timeout: noticeMs })
  report.expect(
    (await page.evaluate("document.querySelector('dialog:modal') !== null")) === true,
    'the page is covered',
  )
  await cover.getByLabel(text.auth.password, { exact: true }).fill(password)
  await cover.getByRole('button', { name: text.auth.signIn, exact: true }).click()
  await cover.waitFor({ state: 'detached' })
  const kept = await page.getByLabel(text.newServer.name).inputValue()
  report.expect(kept === begun, `what was begun is kept: ${kept}`)
}
