/** A stateless environment moves to another server with its next deployment and leaves nothing on the first one. */
import type { Environment } from '@longshore/sdk'
import { type DeployServer, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { listLeftovers } from '../../support/deployments/leftovers.ts'
import { visit } from '../../support/deployments/visits.ts'
import { mustAsk } from '../../support/servers.ts'

export async function moveToAnotherServer(testEnv: DeployTestEnv, from: DeployServer, to: DeployServer): Promise<void> {
  const app = await testEnv.createApp('wanderer', { files: nodeApp('here'), services: [webService()], server: from })
  const path = `/environments/${app.environmentId}`
  const first = await testEnv.waitFor(app, await testEnv.deploy(app))
  testEnv.report.expect(first.status === 'live', `before the move: ${JSON.stringify(first.error)}`)
  await mustAsk(testEnv, 'PATCH', `${path}/server`, { serverId: to.id })
  const moved = await testEnv.waitFor(app, await testEnv.deploy(app))
  testEnv.report.expect(moved.status === 'live' && moved.serverId === to.id, `the move: ${JSON.stringify(moved.error)}`)
  const { domains } = await mustAsk<Environment>(testEnv, 'GET', path)
  const answer = await visit(to, domains[0]?.hostname ?? '')
  testEnv.report.expect(answer === 'here', `after the move it answers "${answer}"`)
  await removeEnvironment(testEnv, app)
  for (const server of [from, to]) {
    const left = await listLeftovers(server)
    testEnv.report.expect(left.length === 0, `left behind by the move: ${left.join(', ')}`)
  }
}
