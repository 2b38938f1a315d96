/** Worker side of a test: one real delivery, outside the queue and without a retry. */
import { notFound } from '../../../platform/errors/app-error.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { type ConnectorRow, findConnector } from '../connectors.repository.ts'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { attemptDelivery, type DeliverTools } from '../sending/attempt-delivery.client.ts'
import { openConnector } from '../sending/open-connector.crypto.ts'
import { testConnector } from './notifications.definition.ts'

/** The response comes within ten seconds, whatever the other side does. */
const withinMs = 9_500

export function createNotificationCalls(tools: DeliverTools): LinkHandler[] {
  return [
    handleCall(testConnector, async ({ connectorId }, { organizationId, signal }) => {
      if (organizationId === null) throw new RefusedError('invalid_arguments')
      const connector = await tools.database.tenant(organizationId, (tx) =>
        findConnector(tx, organizationId, connectorId),
      )
      if (connector === undefined) throw notFound()
      const open = await openConnector(tools, connector)
      const id = encodeId('dlv', newId('dlv'))
      const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
      const { verdict, attempt } = await attemptDelivery(
        tools.sender,
        { connector, open, id, ...testOf(connector, id) },
        within,
      )
      const { status, durationMs, error } = attempt
      return { ok: verdict.ok, status, durationMs, error }
    }),
  ]
}

/** The message says that it is a test, so that no one searches for an incident. */
function testOf(
  { id: connectorId, name, kind }: ConnectorRow,
  id: string,
): { message: NoticeMessage; payload: Record<string, unknown> } {
  const connector = { id: encodeId('ntc', connectorId), name, kind }
  const title = `Test message from ${name}`
  const cause = "This is only a test. You don't need to do anything."
  return {
    message: { id, event: 'test', severity: 'info', title, cause, facts: [], occurredAt: new Date() },
    payload: { event: 'test', connector },
  }
}
