/** Restores of all organizations, for the ticker that ends the undo period. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
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
    id: brandId<'rst'>(row.id),
    organizationId: brandId<'org'>(row.organization_id),
    environmentId: brandId<'env'>(row.environment_id),
  }))
}
