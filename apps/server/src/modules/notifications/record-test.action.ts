/** Stores a test message in the delivery log, as a finished delivery of an event that no channel subscribes to. */
import type { Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { type ConnectorRow, lockConnector } from './connectors.repository.ts'
import { insertTest } from './deliveries.repository.ts'
import type { AttemptResult } from './sending/attempt-delivery.client.ts'

export async function recordTest(
  tx: Tx,
  { id: connectorId, organization_id: organizationId }: ConnectorRow,
  { id, payload, tried }: { id: Id<'dlv'>; payload: Record<string, unknown>; tried: AttemptResult },
): Promise<void> {
  // It may have been deleted while the message was on its way.
  if ((await lockConnector(tx, organizationId, connectorId)) === undefined) return
  const { verdict, attempt, request } = tried
  await insertTest(tx, organizationId, {
    ...{ id, noticeId: newId('evt'), connectorId, payload, attempt, request },
    status: verdict.ok ? 'delivered' : 'failed',
  })
}
