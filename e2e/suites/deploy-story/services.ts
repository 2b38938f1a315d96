/**
 * Acts of the pages of a service and an environment: restart one service, add a container, read the size of a volume, edit a compose
 * file, and schedule a deployment whose time comes while no worker runs.
 */
import type {
  Deployment,
  Environment,
  FinalizedProject,
  Project,
  ScheduledDeployment,
  VolumeList,
} from '@longshore/sdk'
import { type App, type DeployServer, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { visit } from '../../support/deployments/visits.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'

const settlesWithinMs = 240_000
const fileBytes = 3_000_000

export async function changeServices(testEnv: DeployTestEnv, home: DeployServer): Promise<void> {
  const files = nodeApp('one')
  const app = await testEnv.createApp('parts', { files, services: [webService(), store()], server: home })
  const first = await testEnv.waitFor(app, await testEnv.deploy(app))
  testEnv.report.expect(first.status === 'live', `the first: ${JSON.stringify(first.error)}`)
  await restartOne(testEnv, app, home)
  await addContainer(testEnv, app, home)
  await measureVolume(testEnv, app)
  await deployLater(testEnv, app)
  await removeEnvironment(testEnv, app)
  await editCompose(testEnv, home)
}

/** A service that keeps a file of a known size. */
function store(): Record<string, unknown> {
  const script = `require('node:fs').writeFileSync('/data/file', Buffer.alloc(${fileBytes}, 'a')); setInterval(() => {}, 1000)`
  const volumes = [{ name: 'data', path: '/data' }]
  return { name: 'store', kind: 'worker', sharesImageWith: 'web', command: ['node', '-e', script], volumes }
}

async function restartOne(testEnv: DeployTestEnv, app: App, home: DeployServer): Promise<void> {
  const { services } = await mustAsk<Environment>(testEnv, 'GET', `/environments/${app.environmentId}`)
  const id = services.find(({ name }) => name === 'store')?.id
  const before = { web: await startsOf(home, 'web'), store: await startsOf(home, 'store') }
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/services/${id}/restart`)
  await eventually('one service restarts', async () => !['', before.store].includes(await startsOf(home, 'store')), {
    withinMs: settlesWithinMs,
  })
  testEnv.report.expect((await startsOf(home, 'web')) === before.web, 'a restart of one service restarts the other')
}

async function addContainer(testEnv: DeployTestEnv, app: App, home: DeployServer): Promise<void> {
  const services = [webService({ replicas: 2 }), store()]
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/services`, { services })
  const scaled = await testEnv.waitFor(app, await testEnv.deploy(app))
  testEnv.report.expect(scaled.status === 'live', `two containers: ${JSON.stringify(scaled.error)}`)
  await eventually('two containers run', async () => (await startsOf(home, 'web')).trim().split('\n').length === 2, {
    withinMs: settlesWithinMs,
  })
}

async function measureVolume(testEnv: DeployTestEnv, app: App): Promise<void> {
  const read = () => mustAsk<VolumeList>(testEnv, 'GET', `/environments/${app.environmentId}/volumes`)
  const { items } = await eventually('the volume is measured', read, {
    holds: (list) => list.items.some(({ sizeBytes }) => sizeBytes !== null && sizeBytes >= fileBytes),
    withinMs: settlesWithinMs,
  })
  const size = items.find(({ serviceName }) => serviceName === 'store')?.sizeBytes ?? 0
  testEnv.report.expect(size < fileBytes * 1.1, `the volume of ${fileBytes} bytes has ${size}`)
}

/** The worker is killed before the time and starts after it. */
async function deployLater(testEnv: DeployTestEnv, app: App): Promise<void> {
  const path = `/environments/${app.environmentId}`
  const list = async () => (await mustAsk<{ items: Deployment[] }>(testEnv, 'GET', `${path}/deployments`)).items
  const before = (await list()).length
  const startAt = new Date(Date.now() + 62_000)
  const { id } = await mustAsk(testEnv, 'POST', `${path}/scheduled-deployments`, { startAt: startAt.toISOString() })
  await testEnv.instance.worker.stop('SIGKILL')
  await eventually('its time has come', async () => Date.now() > startAt.getTime() + 1_000, { withinMs: 120_000 })
  await testEnv.instance.startWorker()
  const started = await eventually(
    'it starts',
    () => mustAsk<ScheduledDeployment>(testEnv, 'GET', `${path}/scheduled-deployments/${id}`),
    {
      holds: ({ status }) => status !== 'scheduled',
      withinMs: 60_000,
    },
  )
  testEnv.report.expect(started.status === 'started', `the scheduled deployment is ${JSON.stringify(started)}`)
  const deployment = await testEnv.waitFor(app, started.deploymentId ?? '')
  testEnv.report.expect(deployment.status === 'live', `at its time: ${JSON.stringify(deployment.error)}`)
  testEnv.report.expect((await list()).length === before + 1, 'a scheduled deployment starts more than once')
}

async function editCompose(testEnv: DeployTestEnv, home: DeployServer): Promise<void> {
  const project = await mustAsk<Project>(testEnv, 'POST', '/projects', { name: 'Composed', compose: composeOf('one') })
  await eventually('the file is read', () => mustAsk<Project>(testEnv, 'GET', `/projects/${project.id}`), {
    holds: ({ status }) => status !== 'analyzing',
    withinMs: settlesWithinMs,
  })
  const body = { environment: { name: 'production', serverId: home.id } }
  const { environment } = await mustAsk<FinalizedProject>(testEnv, 'POST', `/projects/${project.id}/finalize`, body)
  const app: App = { environmentId: environment.id, projectId: project.id, folder: '', repositoryUrl: '' }
  const hostname = environment.domains[0]?.hostname ?? ''
  for (const text of ['one', 'two']) {
    if (text !== 'one')
      await mustAsk(testEnv, 'PUT', `/environments/${environment.id}/compose-file`, { compose: composeOf(text) })
    const deployed = await testEnv.waitFor(app, await testEnv.deploy(app))
    testEnv.report.expect(deployed.status === 'live', `compose, ${text}: ${JSON.stringify(deployed.error)}`)
    const answer = await visit(home, hostname)
    testEnv.report.expect(answer === text, `the compose file says "${text}", and the app "${answer}"`)
  }
  await removeEnvironment(testEnv, app)
}

function composeOf(text: string): string {
  const script = `require('node:http').createServer((q, a) => a.end('${text}')).listen(3000); process.on('SIGTERM', () => process.exit(0))`
  const web = { image: 'node:24-slim', command: ['node', '-e', script], ports: ['3000'] }
  return JSON.stringify({ services: { web } })
}

/** Empty while no container of the service runs. */
async function startsOf({ target }: DeployServer, service: string): Promise<string> {
  const filter = ['--filter', 'label=longshore.role=app', '--filter', `label=longshore.service=${service}`]
  const listed = await target.mustExec(['docker', 'ps', '--quiet', ...filter])
  const ids = listed.split('\n').filter((id) => id !== '')
  if (ids.length === 0) return ''
  return (await target.exec(['docker', 'inspect', '--format', '{{.State.StartedAt}}', ...ids])).stdout
}
