/** The end of a rotation: an old key can be removed once nothing is sealed to it. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { SealingKeyError } from './keyring.ts'
import type { SealedColumn } from './sealed-column.ts'

/** Counts the sealed values in these columns by key id. */
export async function countSealedByKey(
  database: Database,
  columns: readonly SealedColumn[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const column of columns) {
    const value = sql.ref(column.column)
    const { rows } = await sql<{ key: string; count: number }>`
      select split_part(value, '.', 2) as key, count(*) as count from (
        select ${value} as value from ${sql.table(column.table)}
        union all select data->>${column.column} from trash_rows where table_name = ${column.table}
      ) as every
      where value is not null group by 1`.execute(database.systemDb)
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** Afterwards workers start without this identity, and the API refuses its recipient. */
export async function retireKey(database: Database, keyId: string, columns: readonly SealedColumn[]): Promise<void> {
  const count = (await countSealedByKey(database, columns)).get(keyId) ?? 0
  if (count > 0) throw new SealingKeyError(`${count} values are still sealed to key ${keyId}: rotate them first`)
  await database.systemDb.deleteFrom('sealing_keys').where('key_id', '=', keyId).execute()
}
