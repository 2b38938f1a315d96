/**
 * Snapshot format (text): a header line; for each table a line with its columns, then its rows in COPY format, then
 * `\.`; and a final line with the number and the hash of each table's rows. No row can be the line `\.`.
 */
import { z } from 'zod'

export const snapshotFormat = 'longshore-snapshot'
export const endOfRows = Buffer.from('\\.\n')

const name = z.string().min(1).max(63)

export const SnapshotHeader = z.object({
  format: z.literal(snapshotFormat),
  formatVersion: z.literal(1),
  madeAt: z.iso.datetime(),
  /** PostgreSQL server version. */
  serverVersion: z.string().max(100),
  /** Migrations in the order in which they were applied. */
  migrations: z.array(z.object({ version: z.string().regex(/^\d{4}$/), sha256: z.string().length(64) })).max(9_999),
  sequences: z.record(name, z.string().regex(/^\d{1,19}$/)),
  /** Metadata that the caller adds. */
  about: z.record(z.string(), z.string().max(1_000)),
})
export type SnapshotHeader = z.output<typeof SnapshotHeader>

export const TableHeader = z.object({ table: name, columns: z.array(name).min(1).max(1_600) })
export type TableHeader = z.output<typeof TableHeader>

const TableSum = z.object({ rows: z.number().int().min(0), sha256: z.string().length(64) })
export type TableSum = z.output<typeof TableSum>

export const SnapshotEnd = z.object({ end: z.literal(true), tables: z.record(name, TableSum) })
export type SnapshotEnd = z.output<typeof SnapshotEnd>

export function toLine(value: SnapshotHeader | TableHeader | SnapshotEnd): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
