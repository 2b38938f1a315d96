/** A second version, a failing version, and a rollback. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import type { ScenarioTestEnv } from './scenario-test-env.ts'

const deployMs = 600_000
const args = text.deployments

/** The page shows the deployment from its first step to its last, without a reload. */
export async function waitForEnd(
  { opened: { page } }: Pick<ScenarioTestEnv, 'opened'>,
  status: 'live' | 'failed',
): Promise<void> {
  await page.waitForURL(/\/deployments\/dep_/, { timeout: deployMs })
  const { live, failed } = args.status
  const head = page.getByRole('heading', { name: new RegExp(`#\\d+.*(${live}|${failed})`) })
  await head.waitFor({ timeout: deployMs })
  const said = (await head.textContent()) ?? ''
  if (said.includes(status === 'live' ? failed : live)) throw new Error(`${said}, not ${status}: ${page.url()}`)
}

async function deployAgain(testEnv: ScenarioTestEnv, environmentPath: string): Promise<void> {
  const { opened } = testEnv
  await opened.goTo(environmentPath)
  await opened.page.getByRole('button', { name: text.environments.deploy, exact: true }).click()
}

export async function deploySecond(testEnv: ScenarioTestEnv, environmentPath: string, hostname: string): Promise<void> {
  await testEnv.commit('Hello again')
  await deployAgain(testEnv, environmentPath)
  await waitForEnd(testEnv, 'live')
  const answer = await testEnv.visit(hostname)
  testEnv.report.expect(answer === 'Hello again', `the second version answers: ${answer}`)
}

/** The page shows what failed, why, and which version is live. One click restores an older version. */
export async function failAndRollBack(
  testEnv: ScenarioTestEnv,
  environmentPath: string,
  hostname: string,
): Promise<void> {
  const { opened, report, commit, visit } = testEnv
  const { page, goTo } = opened
  await commit('Cannot find the database', { isBroken: true })
  await deployAgain(testEnv, environmentPath)
  await waitForEnd(testEnv, 'failed')
  report.expect((await page.getByText('Cannot find the database').count()) > 0, 'the error card has the last lines')
  report.expect((await visit(hostname)) === 'Hello again', 'the previous version stays live')

  await goTo(`${environmentPath}/deployments`)
  await page
    .getByRole('link', { name: args.number(1), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: args.rollBack }).click()
  await page.getByRole('dialog').getByText(args.rollBackKeeps).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: args.rollBack }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitForEnd(testEnv, 'live')
  report.expect((await visit(hostname)) === 'Hello from the shop', 'the first version answers again')
}
