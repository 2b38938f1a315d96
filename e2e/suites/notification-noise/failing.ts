/** A failed deployment is reported once by each channel that is linked for it, and by no other. */
import { isQuick } from '../../support/command-line.ts'
import { type App, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { type Audience, createConnector, deliveriesOf, expectNotified, gatherAudience } from './audience.ts'

const failures = isQuick ? 2 : 5
const nowhere = 'http://127.0.0.1:9/never'

export async function proveFailing(testEnv: DeployTestEnv): Promise<void> {
  const app = await testEnv.createApp('failing', { files: nodeApp('well'), services: [webService()] })
  await using audience = await gatherAudience(testEnv, { name: 'failing', events: [] })
  const quiet = await linkAll(testEnv, app, audience)
  const good = await testEnv.waitFor(app, await testEnv.deploy(app))
  testEnv.report.expect(good.status === 'live', `the good one: ${JSON.stringify(good.error)}`)
  for (let count = 1; count <= failures; count += 1) {
    await testEnv.commit(app, nodeApp(`broken ${count}`, 'RUN false\n'))
    const failed = await testEnv.waitFor(app, await testEnv.deploy(app))
    testEnv.report.expect(
      failed.error?.code === 'build_failed',
      `it is ${failed.status} ${JSON.stringify(failed.error)}`,
    )
    const reported = await expectNotified(testEnv, audience, count)
    testEnv.report.figure('failure_messages', reported)
  }
  testEnv.report.figure('failures', failures)
  testEnv.report.figure('listeners', audience.listeners.length)
  for (const id of quiet) {
    const deliveries = await deliveriesOf(testEnv, id)
    testEnv.report.expect(deliveries.length === 0, `an unrequested event is sent: ${JSON.stringify(deliveries[0])}`)
  }
  const faults = audience.faults()
  testEnv.report.expect(faults.length === 0, `vendors would refuse: ${faults.slice(0, 3).join('; ')}`)
}

/** Channels that must stay quiet: not linked, for other events, for higher severities, for another environment. */
async function linkAll(testEnv: DeployTestEnv, { projectId }: App, { listeners }: Audience): Promise<string[]> {
  const body = { projectId, name: 'elsewhere', branch: 'main' }
  const other = await mustAsk(testEnv, 'POST', '/environments', body)
  const quiet: string[] = []
  for (const name of ['unlinked', 'other events', 'more severe', 'other environment'])
    quiet.push((await createConnector(testEnv, { kind: 'webhook', name, config: { url: nowhere }, events: [] })).id)
  const [, otherEvents, moreSevere, elsewhere] = quiet
  const events = ['deployment_failed']
  const links = [
    ...listeners.map(({ id }) => ({ connectorId: id, events })),
    { connectorId: otherEvents, events: ['deployment_cancelled', 'backup_failed'] },
    { connectorId: moreSevere, events: ['deployment_started', 'deployment_succeeded'], minSeverity: 'critical' },
    { connectorId: elsewhere, events, environments: [other.id] },
  ]
  await mustAsk(testEnv, 'PUT', `/notification-connectors/project/${projectId}`, { links })
  return quiet
}
