/** Reads and validates a whole snapshot: its format, and the number and hash of the rows of each table. */
import { countRows } from './count-rows.ts'
import { SnapshotEnd, SnapshotHeader, TableHeader, type TableSum } from './snapshot-format.ts'
import { SnapshotError, SnapshotReader } from './snapshot-reader.ts'

export interface SnapshotContent {
  header: SnapshotHeader
  tables: Record<string, TableSum>
}

export interface SnapshotVisitor {
  begin?(header: SnapshotHeader): Promise<void>
  /** Must consume all rows. */
  table(table: TableHeader, rows: AsyncIterable<Buffer>): Promise<void>
}

export async function readSnapshot(
  source: AsyncIterable<Uint8Array>,
  visitor: SnapshotVisitor,
): Promise<SnapshotContent> {
  const reader = new SnapshotReader(source)
  const header = await reader.readLine(SnapshotHeader)
  await visitor.begin?.(header)
  const seen: Record<string, TableSum> = {}
  for (;;) {
    const line = await reader.readLine(SnapshotEnd.or(TableHeader))
    if ('end' in line) {
      await reader.expectEnd()
      requireSame(line.tables, seen)
      return { header, tables: seen }
    }
    if (Object.hasOwn(seen, line.table)) throw new SnapshotError(`the snapshot has ${line.table} twice`)
    const counter = countRows()
    await visitor.table(line, counter.through(reader.readRows()))
    seen[line.table] = counter.sum()
  }
}

function requireSame(said: Record<string, TableSum>, seen: Record<string, TableSum>): void {
  const names = new Set([...Object.keys(said), ...Object.keys(seen)])
  for (const name of names) {
    if (said[name]?.rows !== seen[name]?.rows || said[name]?.sha256 !== seen[name]?.sha256)
      throw new SnapshotError(`the rows of ${name} are not those that were written`)
  }
}
