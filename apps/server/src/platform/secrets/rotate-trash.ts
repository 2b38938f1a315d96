/** Sealed values of deleted rows, which wait in the trash to come back. They must stay readable after a rotation, too. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Sealer } from './seal.ts'
import { contextOf, type SealedColumn } from './sealed-column.ts'
import { sealedPrefix } from './sealed-format.ts'
import { UnsealError, type Unsealer, type UnsealFailure } from './unseal.ts'

interface TrashedValue {
  item: string
  key: string
  id: string
  organization: string | null
  value: string
}

interface TrashRotation {
  rotated: number
  failures: { table: string; column: string; row: string; reason: UnsealFailure }[]
}

const batchSize = 200

/** Rows that were changed or restored meanwhile are skipped; restored ones were rotated in their table. */
export async function rotateTrashedColumn(
  column: SealedColumn,
  { database, unsealer, sealer }: { database: Database; unsealer: Unsealer; sealer: Sealer },
): Promise<TrashRotation> {
  const result: TrashRotation = { rotated: 0, failures: [] }
  let after = { item: '00000000-0000-0000-0000-000000000000', key: '{}' }
  for (;;) {
    const rows = await readStale(database, column, { prefix: sealedPrefix(sealer.keyId), after })
    for (const row of rows) {
      const context = contextOf(column, row.id, row.organization)
      try {
        const fresh = await sealer.seal(context, await unsealer.unseal(context, row.value))
        result.rotated += await replace(database, column, { row, fresh })
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error
        result.failures.push({ table: column.table, column: column.column, row: row.id, reason: error.reason })
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return result
    after = { item: last.item, key: last.key }
  }
}

async function readStale(
  database: Database,
  { table, column, idColumn, organizationColumn }: SealedColumn,
  { prefix, after }: { prefix: string; after: { item: string; key: string } },
): Promise<TrashedValue[]> {
  const organization = organizationColumn === null ? sql`null` : sql`data->>${organizationColumn}`
  const { rows } = await sql<TrashedValue>`
    select item_id as item, key::text as key, data->>${idColumn} as id, ${organization} as organization, data->>${column} as value
    from trash_rows
    where table_name = ${table} and data->>${column} is not null and not starts_with(data->>${column}, ${prefix})
      and (item_id, key) > (${after.item}::uuid, ${after.key}::jsonb)
    order by item_id, key limit ${batchSize}`.execute(database.systemDb)
  return rows
}

async function replace(
  database: Database,
  { table, column }: SealedColumn,
  { row, fresh }: { row: TrashedValue; fresh: string },
): Promise<number> {
  const result = await sql`
    update trash_rows set data = jsonb_set(data, array[${column}]::text[], to_jsonb(${fresh}::text))
    where item_id = ${row.item} and table_name = ${table} and key = ${row.key}::jsonb and data->>${column} = ${row.value}`.execute(
    database.systemDb,
  )
  return Number(result.numAffectedRows ?? 0)
}
