/** A deployment that fails is told once by each connector that is linked for it, and by no other. */
import { isQuick } from '../../support/command-line.ts'
import { type App, type DeployWorld, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { type Audience, createConnector, deliveriesOf, expectTold, gatherAudience } from './audience.ts'

const failures = isQuick ? 2 : 5
const nowhere = 'http://127.0.0.1:9/never'

export async function proveFailing(world: DeployWorld): Promise<void> {
  const app = await world.createApp('failing', { files: nodeApp('well'), services: [webService()] })
  await using audience = await gatherAudience(world, { name: 'failing', events: [] })
  const quiet = await linkAll(world, app, audience)
  const good = await world.waitFor(app, await world.deploy(app))
  world.report.expect(good.status === 'live', `the good one: ${JSON.stringify(good.error)}`)
  for (let count = 1; count <= failures; count += 1) {
    await world.commit(app, nodeApp(`broken ${count}`, 'RUN false\n'))
    const failed = await world.waitFor(app, await world.deploy(app))
    world.report.expect(failed.error?.code === 'build_failed', `it is ${failed.status} ${JSON.stringify(failed.error)}`)
    const told = await expectTold(world, audience, count)
    world.report.figure('failure_messages', told)
  }
  world.report.figure('failures', failures)
  world.report.figure('listeners', audience.listeners.length)
  for (const id of quiet) {
    const deliveries = await deliveriesOf(world, id)
    world.report.expect(deliveries.length === 0, `what is not asked for is told: ${JSON.stringify(deliveries[0])}`)
  }
  const faults = audience.faults()
  world.report.expect(faults.length === 0, `vendors would refuse: ${faults.slice(0, 3).join('; ')}`)
}

/** Those that must stay quiet: not linked, for other events, for what matters more, for another environment. */
async function linkAll(world: DeployWorld, { projectId }: App, { listeners }: Audience): Promise<string[]> {
  const body = { projectId, name: 'elsewhere', branch: 'main' }
  const other = await mustAsk(world, 'POST', '/environments', body)
  const quiet: string[] = []
  for (const name of ['unlinked', 'other events', 'more severe', 'other environment'])
    quiet.push((await createConnector(world, { kind: 'webhook', name, config: { url: nowhere }, events: [] })).id)
  const [, otherEvents, moreSevere, elsewhere] = quiet
  const events = ['deployment_failed']
  const links = [
    ...listeners.map(({ id }) => ({ connectorId: id, events })),
    { connectorId: otherEvents, events: ['deployment_cancelled', 'backup_failed'] },
    { connectorId: moreSevere, events: ['deployment_started', 'deployment_succeeded'], minSeverity: 'critical' },
    { connectorId: elsewhere, events, environments: [other.id] },
  ]
  await mustAsk(world, 'PUT', `/notification-connectors/project/${projectId}`, { links })
  return quiet
}
