/** Reads snapshots of a database's schema, and compares the one before a release command with the one after. Pure. */
import { z } from 'zod'
import type { RehearsedDatabase, RowChange, SchemaChange } from '../../deployments/rehearsals/rehearsal.schemas.ts'

export interface SnapshotTable {
  /** Null for an engine whose databases have no schemas. */
  readonly schema: string | null
  readonly table: string
  /** Changes when the table is rewritten; null if unknown. */
  readonly storage: string | null
  readonly bytes: number
}

export interface Snapshot {
  readonly tables: ReadonlyMap<string, SnapshotTable>
  /** Definitions by full name. */
  readonly columns: ReadonlyMap<string, string>
  readonly indexes: ReadonlyMap<string, string>
  /** Counters of inserted, updated, and deleted rows. Empty for an engine without them. */
  readonly counters: ReadonlyMap<string, readonly [inserted: number, updated: number, deleted: number]>
  /** Rows of tables that could be counted in time. */
  readonly rows: ReadonlyMap<string, number>
}

const maxChanges = 500
const maxRowChanges = 200
const maxNameLength = 400
/** Tables in which a migration tool keeps one row per head. */
const headTables: ReadonlySet<string> = new Set(['alembic_version'])

const Count = z.coerce.number().int().min(0)
const Name = z.string().max(1_000)
const Table = z.tuple([Name.nullable(), Name, z.coerce.string().nullable(), Count])
const Definition = z.tuple([Name.nullable(), Name, Name, z.string()])
const Counters = z.tuple([Name.nullable(), Name, Count, Count, Count])
const Rows = z.tuple([z.int().min(0), Count])

/** Lines that can't be read are ignored: the output also has the client's own messages. */
export function readLines<Line>(output: string, letter: string, schema: z.ZodType<Line>): Line[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith(`${letter}[`)) return []
    try {
      const parsed = schema.safeParse(JSON.parse(line.slice(1)))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}

/** Returns undefined without the mark at the end: a database that doesn't respond must not look empty. */
export function readSnapshot(output: string): Snapshot | undefined {
  if (readLines(output, 'Z', z.array(z.never())).length === 0) return undefined
  const tables = readLines(output, 'T', Table).map(([schema, table, storage, bytes]) => {
    // A missing value arrives as the text of null.
    return [fullName(schema, table), { schema, table, storage: storage === 'null' ? null : storage, bytes }] as const
  })
  const definitions = (letter: string) =>
    readLines(output, letter, Definition).map(([schema, table, name, text]) => {
      return [`${fullName(schema, table)}.${name}`.slice(0, maxNameLength), text] as const
    })
  const counters = readLines(output, 'S', Counters).map(([schema, table, ...counts]) => {
    return [fullName(schema, table), counts] as const
  })
  return {
    tables: new Map(tables),
    columns: new Map(definitions('C')),
    indexes: new Map(definitions('I')),
    counters: new Map(counters),
    rows: new Map(),
  }
}

/** Returns the tables to count: those of migration tools first. */
export function tablesToCount({ tables }: Snapshot, limit: number): (readonly [name: string, table: SnapshotTable])[] {
  const isHead = (table: SnapshotTable) => headTables.has(table.table)
  const all = [...tables]
  return [...all.filter(([, table]) => isHead(table)), ...all.filter(([, table]) => !isHead(table))].slice(0, limit)
}

export function readRows(output: string, names: readonly string[]): Map<string, number> {
  const found = readLines(output, 'N', Rows).flatMap(([index, count]) => {
    const name = names[index]
    return name === undefined ? [] : [[name, count] as const]
  })
  return new Map(found)
}

export function compareSchema(before: Snapshot, after: Snapshot): SchemaChange[] {
  const gone = [...before.tables.keys()].filter((name) => !after.tables.has(name))
  const isOf = (tables: readonly string[]) => (change: SchemaChange) =>
    change.kind !== 'table' && tables.some((table) => change.name.startsWith(`${table}.`))
  const added = [...after.tables.keys()].filter((name) => !before.tables.has(name))
  const changes = [
    ...changesOf('table', namesOnly(before.tables), namesOnly(after.tables)),
    ...changesOf('column', before.columns, after.columns),
    ...changesOf('index', before.indexes, after.indexes),
  ]
  // The parts of a dropped or an added table say nothing new.
  return changes.filter((change) => !isOf(gone)(change) && !isOf(added)(change)).slice(0, maxChanges)
}

export function compareRows(before: Snapshot, after: Snapshot): RowChange[] {
  const names = [...new Set([...before.tables.keys(), ...after.tables.keys()])]
  return names
    .map((table) => rowChange(table, before, after))
    .filter(
      ({ before: old, after: now, inserted, updated, deleted }) =>
        old !== now || (inserted ?? 0) + (updated ?? 0) + (deleted ?? 0) > 0,
    )
    .slice(0, maxRowChanges)
}

export function findRewritten(before: Snapshot, after: Snapshot): { table: string; bytes: number }[] {
  return [...before.tables].flatMap(([table, { storage, bytes }]) => {
    const now = after.tables.get(table)?.storage ?? null
    return storage === null || now === null || storage === now ? [] : [{ table, bytes }]
  })
}

export function compareHeads(before: Snapshot, after: Snapshot): RehearsedDatabase['heads'] {
  return [...after.tables].flatMap(([table, { table: name }]) => {
    const count = after.rows.get(table)
    return headTables.has(name) && count !== undefined
      ? [{ table, before: before.rows.get(table) ?? 0, after: count }]
      : []
  })
}

function rowChange(table: string, before: Snapshot, after: Snapshot): RowChange {
  const [old, now] = [before.counters.get(table), after.counters.get(table)]
  const difference = (index: 0 | 1 | 2) =>
    now === undefined ? null : Math.max(0, now[index] - (old === undefined ? 0 : old[index]))
  return {
    table,
    before: before.rows.get(table) ?? null,
    after: after.rows.get(table) ?? null,
    inserted: difference(0),
    updated: difference(1),
    deleted: difference(2),
  }
}

function changesOf(
  kind: SchemaChange['kind'],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): SchemaChange[] {
  const dropped = [...before.keys()].filter((name) => !after.has(name))
  const added = [...after.keys()].filter((name) => !before.has(name))
  const changed = [...before].flatMap(([name, old]) => {
    const now = after.get(name)
    return now === undefined || now === old
      ? []
      : [{ action: 'changed' as const, kind, name, detail: `${old} → ${now}` }]
  })
  return [
    ...dropped.map((name) => ({ action: 'dropped' as const, kind, name, detail: null })),
    ...changed,
    ...added.map((name) => ({ action: 'added' as const, kind, name, detail: null })),
  ]
}

function namesOnly(tables: ReadonlyMap<string, unknown>): Map<string, string> {
  return new Map([...tables.keys()].map((name) => [name, '']))
}

export function fullName(schema: string | null, table: string): string {
  return (schema === null ? table : `${schema}.${table}`).slice(0, maxNameLength)
}
