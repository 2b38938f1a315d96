/**
 * A compose file that mounts a folder of the server. Its deployment fails until an operator allows the folder, and fails
 * again after the operator removed it.
 */
import type { FinalizedProject, Project } from '@longshore/sdk'
import type { App, DeployServer, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { eventually } from '../../support/eventually.ts'
import { ask, mustAsk, waitForServer } from '../../support/servers.ts'
import { image } from './cases.ts'
import { inspectDeployed } from './inspect-containers.ts'

const folder = '/srv/fidelity-media'
const compose = JSON.stringify({
  services: { files: { image, command: ['sleep', '3600'], volumes: [`${folder}:/media:ro`] } },
})

export async function allowParts(testEnv: DeployTestEnv): Promise<void> {
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('a server was asked for')
  await server.target.mustExec(['mkdir', '--parents', folder])
  await server.target.mustExec(['tee', `${folder}/film`], { stdin: 'a film' })
  const app = await createApp(testEnv, server)
  await expectRefusal(testEnv, app, 'before an operator allows it')
  await allow(testEnv, server)
  const deployed = await testEnv.waitFor(app, await testEnv.deploy(app))
  const { report } = testEnv
  report.expect(deployed.status === 'live', `the deployment is ${deployed.status}: ${JSON.stringify(deployed.error)}`)
  const container = await inspectDeployed(server.target, deployed.id, 'files')
  const shown = await container?.readFile('/media/film')
  report.expect(shown?.endsWith('\na film') === true, `the app reads ${JSON.stringify(shown)} in the folder`)
  await mustAsk(testEnv, 'PUT', `/servers/${server.id}/allowances`, {})
  await expectRefusal(testEnv, app, 'after the operator removed it')
  await removeEnvironment(testEnv, app)
}

/** Nothing is allowed on the machine's own addresses, so the server gets the one of the target's network. */
async function allow(testEnv: DeployTestEnv, { id, target }: DeployServer): Promise<void> {
  const path = `/servers/${id}/allowances`
  const wanted = { hostPaths: [{ path: folder }] }
  const refused = await ask(testEnv, 'PUT', path, wanted)
  testEnv.report.expect(
    refused.status === 409 && refused.body.code === 'allowances_on_control_plane',
    `on a loopback address: ${refused.status} ${refused.text}`,
  )
  await mustAsk(testEnv, 'PATCH', `/servers/${id}`, { host: target.address, port: 22 })
  await waitForServer(testEnv, id, ({ status }) => status === 'ready')
  await mustAsk(testEnv, 'PUT', path, wanted)
}

async function expectRefusal(testEnv: DeployTestEnv, app: App, when: string): Promise<void> {
  const { status, error } = await testEnv.waitFor(app, await testEnv.deploy(app))
  const isRight = status === 'failed' && error?.code === 'allowance_required' && error.detail.includes(folder)
  testEnv.report.expect(isRight, `${when}, the deployment is ${status}: ${JSON.stringify(error)}`)
}

async function createApp(testEnv: DeployTestEnv, server: DeployServer): Promise<App> {
  const project = await mustAsk<Project>(testEnv, 'POST', '/projects', { name: 'Fidelity parts', compose })
  await eventually('the file is read', () => mustAsk<Project>(testEnv, 'GET', `/projects/${project.id}`), {
    holds: ({ status }) => status !== 'analyzing',
    withinMs: 120_000,
  })
  const body = { environment: { name: 'production', serverId: server.id } }
  const { environment } = await mustAsk<FinalizedProject>(testEnv, 'POST', `/projects/${project.id}/finalize`, body)
  return { environmentId: environment.id, projectId: project.id, folder: '', repositoryUrl: '' }
}
