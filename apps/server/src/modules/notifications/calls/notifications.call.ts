/** Worker side of a test: one real delivery, outside the queue and without a retry. The log shows it too. */
import { notFound } from '../../../platform/errors/app-error.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { type ConnectorRow, findConnector } from '../connectors.repository.ts'
import { testEvent } from '../delivery-log.schemas.ts'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { recordTest } from '../record-test.action.ts'
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
      const deliveryId = newId('dlv')
      const id = encodeId('dlv', deliveryId)
      const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
      const test = testOf(connector, id)
      const tried = await attemptDelivery(tools.sender, { connector, open, id, ...test }, within)
      await tools.database.tenant(organizationId, (tx) =>
        recordTest(tx, connector, { id: deliveryId, payload: test.payload, tried }),
      )
      const { status, durationMs, error } = tried.attempt
      return { ok: tried.verdict.ok, status, durationMs, error }
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
    message: { id, event: testEvent, severity: 'info', title, cause, facts: [], occurredAt: new Date() },
    payload: { event: testEvent, connector },
  }
}
