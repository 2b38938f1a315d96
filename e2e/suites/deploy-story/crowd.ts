/** Many small environments on one server: each has its own network and responds under its own hostname. */
import type { Environment } from '@longshore/sdk'
import { type App, type DeployServer, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { listLeftovers } from '../../support/deployments/leftovers.ts'
import { visit } from '../../support/deployments/visits.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { mustAsk } from '../../support/servers.ts'

const atOnce = 4

export async function deployCrowd(testEnv: DeployTestEnv, home: DeployServer, size: number): Promise<void> {
  const small = webService({ resources: { memoryBytes: 64 << 20 } })
  const first = await testEnv.createApp('crowd', { files: nodeApp('one of many'), services: [small], server: home })
  const apps: App[] = [first]
  for (let index = 1; index < size; index += 1) {
    const body = { projectId: first.projectId, name: `copy ${index}`, branch: 'main', serverId: home.id }
    const environment = await mustAsk(testEnv, 'POST', '/environments', body)
    await mustAsk(testEnv, 'POST', `/environments/${environment.id}/services`, { services: [small] })
    apps.push({ ...first, environmentId: environment.id })
  }
  let live = 0
  await inParallel(apps, atOnce, async (app) => {
    const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
    if (!testEnv.report.expect(deployment.status === 'live', `crowd: ${JSON.stringify(deployment.error)}`)) return
    const { domains } = await mustAsk<Environment>(testEnv, 'GET', `/environments/${app.environmentId}`)
    const answer = await visit(home, domains[0]?.hostname ?? '')
    if (testEnv.report.expect(answer === 'one of many', `crowd: it answers "${answer}"`)) live += 1
  })
  testEnv.report.figure('crowd', live)
  const networks = await home.target.mustExec([
    'docker',
    'network',
    'ls',
    '-q',
    '--filter',
    'label=longshore.environment',
  ])
  const count = networks.split('\n').filter((id) => id !== '').length
  testEnv.report.expect(count === size, `${count} networks for ${size} environments`)
  await inParallel(apps, atOnce, (app) => removeEnvironment(testEnv, app))
  const left = await listLeftovers(home)
  testEnv.report.expect(left.length === 0, `left behind by the crowd: ${left.slice(0, 10).join(', ')}`)
}
