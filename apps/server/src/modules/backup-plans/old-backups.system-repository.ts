/** Rows of backups that are of no use any more, across all organisations. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

const keptDays = 90
const atOnce = 5_000

/** Nothing is stored for them: they failed, were cancelled or have expired. */
export async function removeOldBackups(tx: Tx): Promise<void> {
  await sql`
    delete from backups where id in (
      select id from backups where status in ('failed', 'cancelled', 'expired')
        and updated_at < now() - ${keptDays}::int * interval '1 day' limit ${atOnce})`.execute(tx)
}
