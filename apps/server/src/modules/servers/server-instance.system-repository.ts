/** Identity of this instance on its servers. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'

export async function readInstanceId(db: Kysely<DB>): Promise<string> {
  const row = await db.selectFrom('instance_identity').select('id').executeTakeFirstOrThrow()
  return row.id
}
