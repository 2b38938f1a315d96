/** From the setup link to an app that answers. */
import { text } from '../../../../apps/dashboard/src/text/text.ts'
import { password } from '../../../support/client.ts'
import type { StoryWorld } from './story-world.ts'

export const owner = 'ada@example.com'
const contactMs = 90_000

export async function createFirstAccount({ opened, report, setupLink }: StoryWorld): Promise<void> {
  const { page, settle } = opened
  await page.goto(await setupLink())
  await page.getByLabel(text.auth.email).fill(owner)
  await page.getByLabel(text.auth.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: text.auth.setup.action }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await settle()
  report.expect(!page.url().includes('token'), 'the link is forgotten')
}

/** Tested before it is kept; then it becomes ready while the page is open. */
export async function connectServer({ opened, report, target }: StoryWorld): Promise<void> {
  const { page, goTo } = opened
  const words = text.newServer
  await goTo('/servers/new')
  await page.getByLabel(words.host, { exact: true }).fill(target.host)
  await page.getByLabel(words.port, { exact: true }).fill(String(target.port))
  await page.getByLabel(words.name).fill('fsn-1')
  await page.getByText(words.ways.own, { exact: true }).click()
  await page.getByLabel(words.privateKey).fill(target.keys.root.privateKey)
  await page.getByRole('button', { name: words.test }).click()
  await page.getByRole('button', { name: words.testAgain }).waitFor({ timeout: contactMs })
  const failed = await page.getByText(text.connectionTest.broken).count()
  report.expect(failed === 0, 'the connection test comes to its end')
  report.expect((await page.getByText('SHA256:').count()) > 0, 'the fingerprint of the host key is shown')
  await page.getByRole('button', { name: words.create }).click()
  await page.waitForURL(/\/servers\/srv_/)
  await page.getByText(text.servers.states.ready, { exact: true }).first().waitFor({ timeout: contactMs })
}
