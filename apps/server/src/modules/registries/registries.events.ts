/** Events about registries. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishRegistryUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  registry: { id: Id<'reg'>; action: string },
): Promise<void> {
  await publishEvent(tx, {
    organizationId,
    kind: 'registry_updated',
    data: {
      changed: 'registry',
      resourceId: encodeId('reg', registry.id),
      action: registry.action,
      at: new Date().toISOString(),
    },
  })
}
