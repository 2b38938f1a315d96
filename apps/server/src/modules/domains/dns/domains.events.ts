import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { publishEvent } from '../../../platform/events/publish.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishDomainUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  domain: { id: Id<'dom'>; action: string; status?: string },
): Promise<void> {
  await publishEvent(tx, {
    organizationId,
    kind: 'domain_updated',
    data: {
      changed: 'domain',
      resourceId: encodeId('dom', domain.id),
      action: domain.action,
      at: new Date().toISOString(),
      ...(domain.status === undefined ? {} : { status: domain.status }),
    },
  })
}
