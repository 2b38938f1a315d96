/** Stores which servers have received the fences of which control plane epoch. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'

/** Returns whether the server has received the fences of this epoch. */
export async function hasServerEpoch(
  tx: Tx,
  organizationId: OrganizationId,
  server: { id: Id<'srv'>; epoch: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('server_epochs')
    .select('epoch')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', server.id)
    .executeTakeFirst()
  return row !== undefined && row.epoch >= server.epoch
}

export async function saveServerEpoch(
  tx: Tx,
  organizationId: OrganizationId,
  server: { id: Id<'srv'>; epoch: number },
): Promise<void> {
  await tx
    .insertInto('server_epochs')
    .values({ server_id: server.id, organization_id: organizationId, epoch: server.epoch })
    .onConflict((conflict) =>
      conflict.column('server_id').doUpdateSet({ epoch: server.epoch, told_at: sql<Date>`now()` }),
    )
    .execute()
}
