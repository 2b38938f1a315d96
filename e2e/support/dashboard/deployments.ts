/** A second version, one that fails, and the way back. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import type { StoryWorld } from './scenario-test-env.ts'

const deployMs = 600_000
const words = text.deployments

/** The page shows it from its first step to its last, without a reload. */
export async function waitForEnd(
  { opened: { page } }: Pick<StoryWorld, 'opened'>,
  status: 'live' | 'failed',
): Promise<void> {
  await page.waitForURL(/\/deployments\/dep_/, { timeout: deployMs })
  const { live, failed } = words.status
  const head = page.getByRole('heading', { name: new RegExp(`#\\d+.*(${live}|${failed})`) })
  await head.waitFor({ timeout: deployMs })
  const said = (await head.textContent()) ?? ''
  if (said.includes(status === 'live' ? failed : live)) throw new Error(`${said}, not ${status}: ${page.url()}`)
}

async function deployAgain(world: StoryWorld, environmentPath: string): Promise<void> {
  const { opened } = world
  await opened.goTo(environmentPath)
  await opened.page.getByRole('button', { name: text.environments.deploy, exact: true }).click()
}

export async function deploySecond(world: StoryWorld, environmentPath: string, hostname: string): Promise<void> {
  await world.commit('Hello again')
  await deployAgain(world, environmentPath)
  await waitForEnd(world, 'live')
  const answer = await world.visit(hostname)
  world.report.expect(answer === 'Hello again', `the second version answers: ${answer}`)
}

/** Says what failed, why, and what goes on serving; then an older version comes back by one press. */
export async function failAndRollBack(world: StoryWorld, environmentPath: string, hostname: string): Promise<void> {
  const { opened, report, commit, visit } = world
  const { page, goTo } = opened
  await commit('Cannot find the database', { isBroken: true })
  await deployAgain(world, environmentPath)
  await waitForEnd(world, 'failed')
  report.expect((await page.getByText('Cannot find the database').count()) > 0, 'the error card has the last lines')
  report.expect((await visit(hostname)) === 'Hello again', 'the version before goes on serving')

  await goTo(`${environmentPath}/deployments`)
  await page
    .getByRole('link', { name: words.number(1), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: words.rollBack }).click()
  await page.getByRole('dialog').getByText(words.rollBackKeeps).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: words.rollBack }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitForEnd(world, 'live')
  report.expect((await visit(hostname)) === 'Hello from the shop', 'the first version answers again')
}
