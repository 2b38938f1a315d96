/** Events about connectors. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishConnectorUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  connector: { id: Id<'ntc'>; action: string },
): Promise<void> {
  const { id, action } = connector
  const data = { changed: 'connector', resourceId: encodeId('ntc', id), action, at: new Date().toISOString() }
  await publishEvent(tx, { organizationId, kind: 'connector_updated', data })
}
