/** Moves of all organizations, for the ticker that ends the retention of old data. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'

const atOnce = 200

export async function listOverdueMoves(
  db: Kysely<DB>,
  now: Date,
): Promise<{ id: Id<'dep'>; organizationId: Id<'org'>; environmentId: Id<'env'> }[]> {
  const rows = await db
    .selectFrom('moves')
    .select(['id', 'organization_id', 'environment_id'])
    .where('kept_until', '<', now)
    .where('status', '=', 'moved')
    .orderBy('kept_until')
    .limit(atOnce)
    .execute()
  return rows.map((row) => ({
    id: brandId<'dep'>(row.id),
    organizationId: row.organization_id,
    environmentId: row.environment_id,
  }))
}
