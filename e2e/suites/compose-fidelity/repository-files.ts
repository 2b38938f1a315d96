/** A file of the repository in a container: a commit changes it, and a rollback brings the old text back. */
import type { FinalizedProject, Project } from '@longshore/sdk'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import { image } from './cases.ts'
import { inspectDeployed } from './inspect-containers.ts'

const path = '/etc/app.conf'
const service = 'reader'
const command = ['node', '-e', "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 60000)"]
const volumes = [`./app.conf:${path}:ro`]
const compose = JSON.stringify({ services: { [service]: { image, command, volumes } } }, null, 2)

export async function followCommits(testEnv: DeployTestEnv): Promise<void> {
  const { report, servers } = testEnv
  const [server] = servers
  if (server === undefined) throw new Error('a server was asked for')
  const app = await createApp(testEnv, server.id)
  const shown = async (deploymentId: string) =>
    (await inspectDeployed(server.target, deploymentId, service))?.readFile(path) ?? null
  const first = await testEnv.deploy(app)
  const deployed = await testEnv.waitFor(app, first)
  report.expect(deployed.status === 'live', `the first commit: ${JSON.stringify(deployed.error)}`)
  report.expect(
    (await shown(first)) === '644\nversion = 1\n',
    `the first commit gives ${JSON.stringify(await shown(first))}`,
  )
  await testEnv.commit(app, [{ path: 'app.conf', content: 'version = 2\n' }])
  const second = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(second.status === 'live', `the second commit: ${JSON.stringify(second.error)}`)
  report.expect(
    (await shown(second.id)) === '644\nversion = 2\n',
    `the second commit gives ${JSON.stringify(await shown(second.id))}`,
  )
  const at = `/environments/${app.environmentId}/deployments/${first}/rollback`
  const back = await testEnv.waitFor(app, (await mustAsk<{ id: string }>(testEnv, 'POST', at)).id)
  report.expect(back.status === 'live', `the rollback: ${JSON.stringify(back.error)}`)
  report.expect(
    (await shown(back.id)) === '644\nversion = 1\n',
    `the rollback gives ${JSON.stringify(await shown(back.id))}`,
  )
  await testEnv.commit(app, [{ path: 'compose.yaml', content: compose.replace('./app.conf', './gone.conf') }])
  const broken = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(broken.status === 'failed', `a file that is gone: the deployment is ${broken.status}`)
  report.expect((await shown(back.id)) === '644\nversion = 1\n', 'a failed deployment changes the file of the live one')
  await removeEnvironment(testEnv, app)
}

async function createApp(testEnv: DeployTestEnv, serverId: string): Promise<App> {
  const published = await testEnv.publish('fidelity-commits', [
    { path: 'compose.yaml', content: compose },
    { path: 'app.conf', content: 'version = 1\n' },
  ])
  const body = { name: 'Fidelity commits', repository: { url: published.repositoryUrl } }
  const project = await mustAsk<Project>(testEnv, 'POST', '/projects', body)
  await eventually('the repository is read', () => mustAsk<Project>(testEnv, 'GET', `/projects/${project.id}`), {
    holds: ({ status }) => status !== 'analyzing',
    withinMs: 120_000,
  })
  const { environment } = await mustAsk<FinalizedProject>(testEnv, 'POST', `/projects/${project.id}/finalize`, {
    environment: { name: 'production', serverId },
  })
  return { environmentId: environment.id, projectId: project.id, ...published }
}
