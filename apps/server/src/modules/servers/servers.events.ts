/** Events about servers. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishServerUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  server: { id: Id<'srv'>; action: string; detail?: Record<string, unknown> },
): Promise<void> {
  await publishEvent(tx, {
    organizationId,
    kind: 'server_updated',
    data: {
      changed: 'server',
      resourceId: encodeId('srv', server.id),
      action: server.action,
      at: new Date().toISOString(),
      ...server.detail,
    },
  })
}
