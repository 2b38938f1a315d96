/** Stores the label of an environment's automatic address. It is written once and never changes. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

export async function saveAddressLabel(
  tx: Tx,
  organizationId: OrganizationId,
  { id, label }: { id: Id<'env'>; label: string },
): Promise<void> {
  await tx
    .updateTable('environments')
    .set({ address_label: label })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('address_label', 'is', null)
    .execute()
}
