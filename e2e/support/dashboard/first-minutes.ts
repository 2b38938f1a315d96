/** From the setup link to a running app. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { password } from '../client.ts'
import { waitForEnd } from './deployments.ts'
import type { ScenarioTestEnv } from './scenario-test-env.ts'

export const owner = 'ada@example.com'
const organization = 'Analytical Engines'
const contactMs = 300_000

export async function createFirstAccount({
  opened,
  report,
  setupLink,
}: Pick<ScenarioTestEnv, 'opened' | 'report' | 'setupLink'>): Promise<void> {
  const { page, settle } = opened
  await page.goto(await setupLink())
  await page.getByLabel(text.auth.organization).fill(organization)
  await page.getByLabel(text.auth.email).fill(owner)
  await page.getByLabel(text.auth.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: text.auth.setup.action }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await settle()
  report.expect(!page.url().includes('token'), 'the link is forgotten')
  await page.getByRole('button', { name: organization }).waitFor()
}

/** The home page links to the first step that isn't done yet. */
async function takeStep(
  { opened: { page, goTo, settle } }: Pick<ScenarioTestEnv, 'opened'>,
  name: 'server' | 'deploy',
) {
  const { checklist } = text.home
  const stepOf = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await goTo('/')
  if (name === 'deploy') await stepOf(checklist.server.title).getByText(checklist.done).waitFor()
  const { title, action } = checklist[name]
  await stepOf(title).getByRole('link', { name: action, exact: true }).click()
  await page
    .getByRole('heading', { level: 1, name: name === 'server' ? text.newServer.title : text.newProject.title })
    .waitFor()
  await settle()
}

/** The connection is tested before the server is saved. Then it becomes ready while the page is open. */
export async function connectServer(testEnv: ScenarioTestEnv): Promise<void> {
  const { opened, report, target } = testEnv
  const { page } = opened
  const args = text.newServer
  await takeStep(testEnv, 'server')
  await page.getByLabel(args.host, { exact: true }).fill(target.host)
  await page.getByLabel(args.port, { exact: true }).fill(String(target.port))
  await page.getByLabel(args.name).fill('fsn-1')
  await page.getByText(args.ways.own, { exact: true }).click()
  await page.getByLabel(args.privateKey, { exact: true }).fill(target.keys.root.privateKey)
  await page.getByRole('button', { name: args.test }).click()
  await page.getByRole('button', { name: args.testAgain }).waitFor({ timeout: contactMs })
  const failed = await page.getByText(text.connectionTest.broken).count()
  report.expect(failed === 0, 'the connection test comes to its end')
  report.expect((await page.getByText('SHA256:').count()) > 0, 'the fingerprint of the host key is shown')
  await page.getByRole('button', { name: args.create }).click()
  await page.waitForURL(/\/servers\/srv_/)
  await page.getByText(text.servers.states.ready, { exact: true }).first().waitFor({ timeout: contactMs })
}

/** Analyzes, corrects and deploys the repository. Returns the path of its environment. */
export async function deployProject(
  testEnv: Pick<ScenarioTestEnv, 'opened' | 'report' | 'repositoryUrl' | 'visit'>,
): Promise<{ environmentPath: string; hostname: string }> {
  const { opened, report, repositoryUrl, visit } = testEnv
  const { page, goTo } = opened
  await takeStep(testEnv, 'deploy')
  await page.locator('label', { hasText: text.newProject.kinds.url }).first().click()
  await page.getByLabel(text.newProject.url).fill(repositoryUrl)
  await page.getByLabel(text.newProject.name).fill('Shop')
  await page.getByRole('button', { name: text.newProject.analyze }).click()
  const deploy = page.getByRole('button', { name: text.finalize.deploy, exact: true })
  await deploy.waitFor({ timeout: contactMs })
  report.expect((await page.getByText('Dockerfile').count()) > 0, 'the analysis names the file in which it saw it')
  await deploy.click()
  await waitForEnd(testEnv, 'live')
  const environmentPath = /^\/environments\/env_[a-z0-9]+/.exec(new URL(page.url()).pathname)?.[0] ?? ''
  await goTo(environmentPath)
  const address = (await page.locator('main a[href^="http"]').first().getAttribute('href')) ?? ''
  const { hostname } = new URL(address)
  report.expect((await visit(hostname)) === 'Hello from the shop', `the app answers at ${address}`)
  return { environmentPath, hostname }
}
