/**
 * Locations of sealed values. A module declares each of its sealed columns once, uses the constant for sealing and
 * unsealing, and adds it to the list for key rotation.
 */
import type { SealContext } from './sealed-format.ts'

export interface SealedColumn {
  table: string
  /** Unique; its text form is the row of the context. */
  idColumn: string
  column: string
  /** Null for tables that belong to no organization. */
  organizationColumn: string | null
}

export function defineSealedColumn(column: SealedColumn): SealedColumn {
  const names = [column.table, column.idColumn, column.column, column.organizationColumn ?? 'none']
  for (const name of names) if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`${name} is not a column name`)
  return column
}

export function contextOf(column: SealedColumn, row: string, organizationId: string | null): SealContext {
  if ((column.organizationColumn === null) !== (organizationId === null))
    throw new TypeError(`${column.table}.${column.column}: organization is missing or not expected`)
  return { table: column.table, row, column: column.column, organizationId }
}
