/** Creates a notification channel, tests it, links it to the project, and deletes it. */
import { startVendors } from '../vendors.ts'
import { expectListed } from './project.ts'
import type { Walker } from './walker.ts'

export async function walkConnector(walker: Walker, projectId: string): Promise<void> {
  await using vendors = await startVendors()
  const receiver = vendors.of('webhook')
  const body = { kind: 'webhook', name: 'Walk', config: { url: `${receiver.url}/hook` } }
  const { id, secret } = await walker.call('POST /notification-connectors', { body })
  vendors.webhookKey = secret
  const path = { id }
  const test = await walker.call('POST /notification-connectors/:id/test', { path })
  const [received] = receiver.received
  walker.report.expect(test.ok === true && received?.seen.faults.length === 0, `the test: ${JSON.stringify(test)}`)
  expectListed(walker, await walker.call('GET /notification-connectors'), id)
  const links = [{ connectorId: id, events: ['deployment_failed'] }]
  await walker.call('PUT /notification-connectors/project/:projectId', { path: { projectId }, body: { links } })
  await walker.call('DELETE /notification-connectors/:id', { path })
}
