/** Pages while something happens on a real server. Each replay continues where the one before it ended. */
import type { Environment } from '@longshore/sdk'
import type { Page } from 'playwright-core'
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { waitForEnd } from '../../support/dashboard/deployments.ts'
import { readUntil } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import type { Finding, Note } from './finding.ts'
import type { LiveTestEnv } from './live-test-env.ts'
import { appears, readText, readVisible } from './rows-test-env.ts'

const slowMs = 300_000

export const liveFindings: readonly Finding<LiveTestEnv>[] = [
  { seen: 'The setup of a project deploys on every push, on the server that is ready', replay: setUpProject },
  {
    seen: 'No bar says “Not deployed” while the first deployment runs, and no step runs after its end',
    replay: followFirst,
  },
  { seen: 'No bar calls changes unpublished while they are deployed', replay: deployChanges },
  { seen: 'Variables are exactly what the container gets', replay: compareVariables },
  { seen: 'Webhook deliveries appear while the page is open', replay: seeDelivery },
  { seen: 'Nothing shows through below the bar of a hardening preview', replay: previewHardening },
]

async function setUpProject({ visitor, deploys }: LiveTestEnv, note: Note): Promise<void> {
  const opened = await visitor.open()
  const { page } = opened
  await opened.goTo(paths.newProject())
  await page.getByText('ada/shop').first().click()
  await page.getByRole('button', { name: text.newProject.analyze }).click()
  const push = page.getByLabel(text.finalize.autoDeploy)
  await page.getByRole('button', { name: text.finalize.deploy, exact: true }).waitFor({ timeout: slowMs })
  note((await push.count()) > 0 && (await push.first().isChecked()), '“Deploy on every push” is not on')
  const server = page.getByLabel(text.finalize.server, { exact: true })
  note(
    !(await readVisible(server)).includes(text.finalize.laterServer) || (await server.inputValue()) !== '',
    'no server is preselected',
  )
  await page.getByRole('button', { name: text.finalize.deploy, exact: true }).click()
  await page.waitForURL(/\/deployments\/dep_/, { timeout: slowMs })
  note(deploys.servers.length === 1, 'there is one server')
}

async function followFirst({ visitor }: LiveTestEnv, note: Note): Promise<void> {
  const page = lastPage(visitor.context.pages())
  const isRunning = await appears(page, /so far/, 30_000)
  const said = await readText(page)
  note(
    !isRunning || !said.includes(text.environments.firstDeployment),
    'the first deployment runs, and a bar says “Not deployed yet.”',
  )
  await waitForEnd({ opened: { page } as never }, 'live')
  await noteSteps(page, note)
}

/** Read without a reload: events must close all steps. The previous version is retired after the new one is live. */
async function noteSteps(page: Page, note: Note): Promise<void> {
  const list = page.getByRole('list').filter({ hasText: text.deployments.steps['build-image'] ?? '' })
  const { running, pending } = text.deployments.stepStatus
  const isOver = (steps: string) => !steps.includes(running) && !steps.includes(pending)
  const steps = await readUntil(() => readVisible(list.first()), isOver, { withinMs: 60_000 })
  note(isOver(steps), `a step of a live deployment isn't over: ${steps}`)
}

async function deployChanges({ visitor, deploys }: LiveTestEnv, note: Note): Promise<void> {
  const page = lastPage(visitor.context.pages())
  const environmentId = environmentOf(page)
  const variables = [{ key: 'LOG_LEVEL', value: 'info', secret: false }]
  await mustAsk(deploys, 'POST', `/environments/${environmentId}/variables`, { variables })
  note(await appears(page, text.environments.saved), 'saved changes are not mentioned')
  await page.getByRole('button', { name: text.environments.deployChanges(1) }).click()
  await page.waitForURL((url) => url.pathname.includes('/deployments/'))
  const isRunning = await appears(page, /so far/, 30_000)
  const said = await readText(page)
  note(
    !isRunning || !said.includes(text.environments.deployChanges(1)),
    'a bar offers to deploy changes that are being deployed',
  )
  await waitForEnd({ opened: { page } as never }, 'live')
  await noteSteps(page, note)
}

async function compareVariables({ visitor, deploys }: LiveTestEnv, note: Note): Promise<void> {
  const opened = await visitor.open()
  const environmentId = environmentOf(lastPage(visitor.context.pages().slice(0, -1)))
  const { services } = await mustAsk<Environment>(deploys, 'GET', `/environments/${environmentId}`)
  const web = services.find(({ kind }) => kind === 'web')
  const target = deploys.servers[0]?.target
  const listed = (await target?.mustExec(['docker', 'ps', '--format', '{{.Names}}'])) ?? ''
  const container = listed.split('\n').find((name) => name.includes(web?.id ?? 'none')) ?? ''
  const printed = (await target?.mustExec(['docker', 'exec', container, 'env'])) ?? ''
  const image = (await target?.mustExec(['docker', 'inspect', '--format', '{{.Image}}', container])) ?? ''
  const built =
    (await target?.mustExec(['docker', 'image', 'inspect', '--format', '{{json .Config.Env}}', image])) ?? '[]'
  const keyOf = (line: string) => line.split('=')[0] ?? ''
  // The image and Docker set these.
  const own = new Set(['HOSTNAME', 'HOME', ...JSON.parse(built).map(keyOf)])
  const keys = printed
    .split('\n')
    .map(keyOf)
    .filter((key) => /^[A-Z_]+$/.test(key) && !own.has(key))
  await opened.goTo(paths.variables(environmentId))
  await appears(opened.page, text.variables.fromServices)
  const said = await readText(opened.page)
  for (const key of keys) note(said.includes(key), `the container gets ${key}, which the page does not show`)
  note(keys.includes('DATABASE_URL'), `the container has ${keys.join()}`)
}

async function seeDelivery({ visitor, repository }: LiveTestEnv, note: Note): Promise<void> {
  const opened = lastPage(visitor.context.pages())
  const environmentId = environmentOf(opened)
  const { page, goTo } = await visitor.open()
  await goTo(paths.environmentSettings(environmentId))
  const commit = await repository.push({ 'note.txt': 'a push\n' })
  const isSeen = await appears(page, commit.slice(0, 7), 60_000)
  note(isSeen, 'a push is not shown until the page is loaded again')
}

async function previewHardening({ visitor, deploys }: LiveTestEnv, note: Note): Promise<void> {
  const { page, goTo, show } = await visitor.open()
  await show({ width: 1_280, height: 800 })
  await goTo(paths.server(deploys.servers[0]?.id ?? ''))
  await page.getByRole('button', { name: text.security.preview }).first().click({ timeout: slowMs })
  const apply = page.getByRole('dialog').getByRole('button', { name: text.security.plan.apply })
  await apply.waitFor({ timeout: slowMs })
  const gap = await apply.evaluate((button): number => {
    let bar = button
    while (bar !== null && bar.ownerDocument.defaultView.getComputedStyle(bar).position !== 'sticky')
      bar = bar.parentElement
    const { bottom } = button.closest('[role=dialog]').getBoundingClientRect()
    return bar === null ? 999 : Math.round(bottom - bar.getBoundingClientRect().bottom)
  })
  note(gap <= 2, `${gap} px are below the bar of the preview`)
}

function lastPage(pages: readonly Page[]): Page {
  const page = pages.at(-1)
  if (page === undefined) throw new Error('no page is open')
  return page
}

function environmentOf(page: Page): string {
  return /env_[a-z0-9]+/.exec(page.url())?.[0] ?? ''
}
