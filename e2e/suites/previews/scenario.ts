/** From a pull request to a URL with its own database, and to its complete removal. */
import type { Environment, EnvironmentSummary, Page, PreviewSettings, WebhookDelivery } from '@longshore/sdk'
import { call } from '../../support/client.ts'
import { visit } from '../../support/deployments/visits.ts'
import { readUntil } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import {
  closePull,
  commentsOf,
  openPull,
  type PreviewTestEnv,
  previewOf,
  productionToken,
  seedCommand,
  waitMs,
} from './test-env.ts'

export async function runScenario(testEnv: PreviewTestEnv): Promise<void> {
  const { report, deploys, projectId, templateId } = testEnv
  await mustAsk(deploys, 'PATCH', `/environments/${templateId}/auto-deploy`, { enabled: true })
  const settings: PreviewSettings = await mustAsk(deploys, 'PATCH', `/projects/${projectId}/preview-settings`, {
    enabled: true,
    templateEnvironmentId: templateId,
    maxOpen: 1,
    lifetimeHours: 24,
    seedCommand,
    allowedSecrets: ['SHARED'],
    variables: [{ key: 'OWN', value: 'of-previews', secret: true }],
  })
  report.expect(settings.variables[0]?.value === null, 'a secret variable of previews is not shown again')
  const startedAt = performance.now()
  const first = await openPull(testEnv, { branch: 'one' })
  const environmentId = await waitForLive(testEnv, first)
  report.figure('preview_live_s', ((performance.now() - startedAt) / 1_000).toFixed(1))
  await proveEnvironment(testEnv, { ...first, environmentId })
  await proveRefusals(testEnv)
  await proveUpdate(testEnv, first.number)
  await proveEnd(testEnv, first.number)
}

/** Waits until the comment has the URL, and returns the ID of the preview's environment. */
async function waitForLive(testEnv: PreviewTestEnv, { number }: { number: number }): Promise<string> {
  const comments = await readUntil(
    () => commentsOf(testEnv, number),
    (all) => all.some((text) => text.includes('URL: http')),
    { withinMs: waitMs },
  )
  const preview = await previewOf(testEnv, number)
  testEnv.report.expect(comments.length === 1, `one comment in pull request ${number}, not ${comments.length}`)
  const isThere = comments[0]?.includes(`URL: ${preview?.previewUrl}`) === true && preview?.status === 'open'
  testEnv.report.expect(isThere, `the address is in pull request ${number}: ${comments[0]} ${JSON.stringify(preview)}`)
  if (!isThere || preview?.environmentId == null) throw new Error(`no preview of pull request ${number}`)
  return preview.environmentId
}

async function environmentOf(testEnv: PreviewTestEnv, number: number): Promise<string> {
  const preview = await previewOf(testEnv, number)
  if (preview?.environmentId == null) throw new Error(`pull request ${number} has no environment`)
  return preview.environmentId
}

/** The app's response: JSON of the app itself, or the text of an error page. */
interface AppResponse {
  readonly version?: string
  readonly greeting?: string
  readonly token?: string | null
  readonly shared?: string | null
  readonly own?: string | null
  readonly database?: string
  readonly text?: string
}

interface CommitStatus {
  readonly context: string
  readonly status: string
  readonly target_url: string
}

async function seen(testEnv: PreviewTestEnv, environmentId: string): Promise<AppResponse> {
  const environment: Environment = await mustAsk(testEnv.deploys, 'GET', `/environments/${environmentId}`)
  const hostname = environment.domains[0]?.hostname ?? ''
  const text = await visit(testEnv.server, hostname)
  return text.startsWith('{') ? JSON.parse(text) : { text }
}

interface Opened {
  number: number
  sha: string
  environmentId: string
}

async function proveEnvironment(testEnv: PreviewTestEnv, { number, sha, environmentId }: Opened): Promise<void> {
  const { report, deploys, gitea, repository, ada, server } = testEnv
  const environment: Environment = await mustAsk(deploys, 'GET', `/environments/${environmentId}`)
  report.expect(environment.preview?.number === number, 'the environment says whose preview it is')
  const listed: Page<EnvironmentSummary> = await mustAsk(deploys, 'GET', '/environments?preview=true')
  report.expect(listed.items.length === 1 && listed.items[0]?.id === environmentId, 'previews can be listed apart')
  const said = await seen(testEnv, environmentId)
  report.expect(said.version === 'main' && said.greeting === 'hello', `it answers: ${JSON.stringify(said)}`)
  report.expect(said.token === null, 'production’s secret is not there')
  report.expect(said.shared === 'allowed-by-name' && said.own === 'of-previews', 'what is allowed and its own are')
  const containers = (await server.target.mustExec(['docker', 'ps', '--all', '--quiet'])).trim().split('\n')
  const everything = await server.target.mustExec(['docker', 'inspect', ...containers])
  report.expect(!everything.includes(productionToken), 'production’s secret is in no container')
  const preview = await readUntil(
    () => previewOf(testEnv, number),
    (each) => each?.seed.status !== 'due',
    { withinMs: waitMs },
  )
  report.expect(preview?.seed.status === 'succeeded', `the seed command ran: ${JSON.stringify(preview?.seed)}`)
  const rows = await inDatabase(testEnv, environmentId, 'select count(*) from seeded')
  report.expect(rows === '1', `its own database has what the seed put there, once: ${rows}`)
  const statuses: CommitStatus[] = await gitea.api('GET', `/repos/${repository.fullName}/commits/${sha}/statuses`, {
    token: ada.token,
  })
  const [reported] = statuses.filter(({ context }) => context === 'longshore/shop/preview')
  const isReported =
    reported?.status === 'success' && reported.target_url.includes(`/environments/${environmentId}/deployments/dep_`)
  report.expect(isReported, `the Git provider shows the commit’s status: ${JSON.stringify(reported ?? null)}`)
  const deliveriesPath = `/environments/${testEnv.templateId}/webhook-deliveries`
  const { items }: Page<WebhookDelivery> = await mustAsk(deploys, 'GET', deliveriesPath)
  const isHandled = items.some(({ status }) => status === 'handled')
  report.expect(
    isHandled,
    `a webhook reported it: ${JSON.stringify(items.map(({ status, reason }) => [status, reason]))}`,
  )
}

/** Queries the database from the service that has a client, as the environment's own user. */
async function inDatabase({ server }: PreviewTestEnv, environmentId: string, query: string): Promise<string> {
  const filters = [`label=longshore.environment=${environmentId}`, 'label=longshore.service=tools']
  const listed = ['docker', 'ps', '--quiet', ...filters.flatMap((filter) => ['--filter', filter])]
  const [container = ''] = (await server.target.mustExec(listed)).trim().split('\n')
  const { stdout, stderr } = await server.target.exec(['docker', 'exec', container, '/ask.sh', query])
  return `${stdout}${stderr}`.trim()
}

/** Tests the limit of previews, and a pull request from a fork. */
async function proveRefusals(testEnv: PreviewTestEnv): Promise<void> {
  const { report, deploys, gitea, repository, mallory } = testEnv
  const second = await openPull(testEnv, { branch: 'two' })
  const comments = await readUntil(
    () => commentsOf(testEnv, second.number),
    (all) => all.length > 0,
    { withinMs: 60_000 },
  )
  const isSaid = comments.length === 1 && comments[0]?.includes('limit') === true
  report.expect(isSaid, `a pull request over the limit gets a comment: ${comments.join(' | ')}`)
  report.expect((await previewOf(testEnv, second.number))?.status === 'refused', 'and gets no environment')
  await gitea.api('POST', `/repos/${repository.fullName}/forks`, { token: mallory.token, body: {} })
  const lastCheckedAt = async () => {
    const path = `/projects/${testEnv.projectId}/preview-settings`
    const settings: PreviewSettings = await mustAsk(deploys, 'GET', path)
    return settings.lastCheckedAt
  }
  const fork = await openPull(testEnv, { branch: 'evil', from: mallory })
  const before = await lastCheckedAt()
  // Any change would have happened after two checks.
  const after = await readUntil(lastCheckedAt, (at) => at !== before, { withinMs: 60_000 })
  await readUntil(lastCheckedAt, (at) => at !== after, { withinMs: 60_000 })
  report.expect((await previewOf(testEnv, fork.number)) === null, 'a fork’s pull request makes no preview')
  report.expect((await commentsOf(testEnv, fork.number)).length === 0, 'and gets no comment')
  const path = `/environments?projectId=${testEnv.projectId}`
  const environments: Page<EnvironmentSummary> = await mustAsk(deploys, 'GET', path)
  report.expect(environments.items.length === 2, `there are two environments, not ${environments.items.length}`)
}

async function proveUpdate(testEnv: PreviewTestEnv, number: number): Promise<void> {
  const { report, repository } = testEnv
  const environmentId = await environmentOf(testEnv, number)
  const first = await seen(testEnv, environmentId)
  const sha = await repository.push({ 'version.txt': 'second' }, 'one')
  const isNew = (said: AppResponse) => said.version === 'second'
  const said = await readUntil(() => seen(testEnv, environmentId), isNew, { withinMs: waitMs })
  report.expect(isNew(said), `a new commit is deployed: ${JSON.stringify(said)}`)
  report.expect(said.database === first.database, 'in the same environment, with the same database')
  const comments = await readUntil(
    () => commentsOf(testEnv, number),
    (all) => all[0]?.includes(sha.slice(0, 10)) === true,
    { withinMs: waitMs },
  )
  report.expect(comments.length === 1 && comments[0]?.includes(sha.slice(0, 10)) === true, 'the comment was changed')
  const rows = await inDatabase(testEnv, environmentId, 'select count(*) from seeded')
  report.expect(rows === '1', `the seed ran once, not again: ${rows}`)
}

/** Closing the pull request removes the preview from the server and starts the waiting one, whose lifetime then ends. */
async function proveEnd(testEnv: PreviewTestEnv, number: number): Promise<void> {
  const { report, deploys, server, sql } = testEnv
  const environmentId = await environmentOf(testEnv, number)
  await closePull(testEnv, number)
  const statusOf = async () =>
    (await call(deploys.instance, 'GET', `/api/v1/environments/${environmentId}`, { token: deploys.person.token }))
      .status
  report.expect(
    (await readUntil(statusOf, (status) => status === 404, { withinMs: waitMs })) === 404,
    'closing removes the environment',
  )
  const listLeft = () =>
    server.target.mustExec([
      'docker',
      'ps',
      '--all',
      '--quiet',
      '--filter',
      `label=longshore.environment=${environmentId}`,
    ])
  const volumes = () =>
    server.target.mustExec(['docker', 'volume', 'ls', '-q', '--filter', `label=longshore.environment=${environmentId}`])
  report.expect((await listLeft()).trim() === '', 'nothing of it is left on the server')
  report.expect((await volumes()).trim() === '', 'nor its database')
  const [said] = await readUntil(
    () => commentsOf(testEnv, number),
    (all) => all[0]?.includes('Removed') === true,
    { withinMs: 60_000 },
  )
  report.expect(said?.includes('Removed') === true, `the comment says so: ${said}`)
  const second = { number: number + 1 }
  const nextEnvironmentId = await waitForLive(testEnv, second)
  report.expect(nextEnvironmentId !== environmentId, 'the one that was refused has the place now')
  await sql.query(
    "update previews set expires_at = now() - interval '1 second', updated_at = now() - interval '1 minute' where status = 'open'",
  )
  const expired = await readUntil(
    () => previewOf(testEnv, second.number),
    (each) => each?.status === 'expired' && each.environmentId === null,
    { withinMs: waitMs },
  )
  const isOver = expired?.status === 'expired' && expired.environmentId === null
  report.expect(isOver, `one whose time is over goes: ${JSON.stringify(expired)}`)
  const [last] = await commentsOf(testEnv, second.number)
  report.expect(last?.includes('expired') === true, `and the comment says how to get it back: ${last}`)
}
