/** A session that is revoked elsewhere locks the open page and keeps its unsaved input. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { call, password } from '../client.ts'
import type { ScenarioTestEnv } from './scenario-test-env.ts'

type SessionTestEnv = Pick<ScenarioTestEnv, 'instance' | 'opened' | 'report'>

const noticeMs = 240_000
const begun = 'half a name'
const made = 'Made while the page was open'

export async function endByRevocation(testEnv: SessionTestEnv, email: string): Promise<void> {
  const { page, goTo } = testEnv.opened
  await goTo('/servers/new')
  await page.getByLabel(text.newServer.name).fill(begun)
  await revokeOthers(testEnv, email)
  await signInOnCover(testEnv)
  const kept = await page.getByLabel(text.newServer.name).inputValue()
  testEnv.report.expect(kept === begun, `what was begun on a page is kept: ${kept}`)
}

/** A dialog stays open behind the sign-in form, without the focus. Afterwards the page is live again. */
export async function endUnderDialog(testEnv: SessionTestEnv, email: string): Promise<void> {
  const { instance, opened, report } = testEnv
  const { page, goTo } = opened
  await goTo('/tokens')
  await page.getByRole('button', { name: text.tokens.create }).first().click()
  const name = page.getByRole('dialog', { name: text.tokens.form.title }).getByLabel(text.tokens.name)
  await name.fill(begun)
  const as = await revokeOthers(testEnv, email)
  await signInOnCover(testEnv)
  report.expect((await name.inputValue()) === begun, 'what was begun in a dialog is kept')
  const body = { name: made, scopes: ['projects:read'] }
  const { status } = await call(instance, 'POST', '/api/v1/api-tokens', { ...as, body })
  report.expect(status === 201, `a token is made elsewhere: ${status}`)
  await page.getByText(made).waitFor({ timeout: noticeMs })
}

/** Revokes from another session, which stays signed in. */
async function revokeOthers({ instance }: SessionTestEnv, email: string): Promise<{ token: string }> {
  const signedIn = await call(instance, 'POST', '/api/v1/auth/login', { body: { email, password } })
  const as = { token: String(signedIn.body.accessToken) }
  const { items } = (await call(instance, 'GET', '/api/v1/auth/sessions', as)).body
  for (const { id, current } of items)
    if (current !== true) await call(instance, 'DELETE', `/api/v1/auth/sessions/${id}`, as)
  return as
}

async function signInOnCover({ opened: { page }, report }: SessionTestEnv): Promise<void> {
  const cover = page.getByRole('dialog', { name: text.shell.ended.title })
  await cover.waitFor({ timeout: noticeMs })
  report.expect(
    (await page.evaluate("document.querySelector('dialog:modal') !== null")) === true,
    'the page is covered',
  )
  await cover.getByLabel(text.auth.password, { exact: true }).fill(password)
  await cover.getByRole('button', { name: text.auth.signIn, exact: true }).click()
  await cover.waitFor({ state: 'detached' })
}
