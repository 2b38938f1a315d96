/** Restores of all organizations, for the ticker that ends the undo period. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { RestoreId } from './restores.repository.ts'

const atOnce = 200

export async function listOverdueRestores(
  db: Kysely<DB>,
  now: Date,
): Promise<{ id: RestoreId; organizationId: Id<'org'>; environmentId: Id<'env'> }[]> {
  const rows = await db
    .selectFrom('restores')
    .select(['id', 'organization_id', 'environment_id'])
    .where('undo_until', '<', now)
    .where('status', '=', 'succeeded')
    .orderBy('undo_until')
    .limit(atOnce)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    environmentId: row.environment_id,
  }))
}
