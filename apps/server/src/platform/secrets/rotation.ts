/**
 * Moves sealed values to the current key while everything runs.
 *
 * - Online: no lock is held while values are opened and sealed again. A row is replaced only if it still has the value
 *   that was read, so a concurrent write wins; a locked row is left for the next round.
 * - Resumable: the rows themselves (their key id) say what is left to do. After a kill at any point every row is whole,
 *   under the old key or the new one, and a new run continues.
 * - Concurrent rotations are safe.
 *
 * A value that can't be opened is reported and left unchanged.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { rotateTrashedColumn } from './rotate-trash.ts'
import type { Sealer } from './seal.ts'
import { contextOf, type SealedColumn } from './sealed-column.ts'
import { sealedPrefix } from './sealed-format.ts'
import { UnsealError, type Unsealer, type UnsealFailure } from './unseal.ts'

export interface RotationProgress {
  table: string
  column: string
  rotated: number
}

export interface RotationFailure {
  table: string
  column: string
  row: string
  reason: UnsealFailure
}

export interface RotationResult {
  rotated: number
  /** Values still not under the current key: locked all the time, or written meanwhile under an old key. */
  left: number
  failures: RotationFailure[]
}

export interface RotationOptions {
  database: Database
  unsealer: Unsealer
  /** Seals to the current key, which is the unsealer's first. */
  sealer: Sealer
  columns: readonly SealedColumn[]
  batchSize?: number
  signal?: AbortSignal
  onProgress?: (progress: RotationProgress) => void
}

const maximumBatch = 500
const maximumRounds = 20
const betweenRoundsMs = 250

export async function rotateSealedColumns(options: RotationOptions): Promise<RotationResult> {
  if (options.unsealer.keys[0].keyId !== options.sealer.keyId)
    throw new Error('rotation must seal to the key of the first identity')
  const result: RotationResult = { rotated: 0, left: 0, failures: [] }
  for (const column of options.columns) {
    const done = await rotateColumn(column, options)
    result.rotated += done.rotated
    result.left += done.left
    result.failures.push(...done.failures)
    const trashed = await rotateTrashedColumn(column, options)
    result.rotated += trashed.rotated
    result.failures.push(...trashed.failures)
  }
  return result
}

async function rotateColumn(column: SealedColumn, options: RotationOptions): Promise<RotationResult> {
  const failures = new Map<string, RotationFailure>()
  let rotated = 0
  for (let round = 1; ; round += 1) {
    const before = rotated
    let skipped = 0
    for await (const batch of staleRows(column, options)) {
      const replaced = await rotateBatch(column, batch, failures, options)
      rotated += replaced
      skipped += batch.filter((row) => !failures.has(row.id)).length - replaced
      options.onProgress?.({ table: column.table, column: column.column, rotated })
    }
    const isStuck = rotated === before && round >= maximumRounds
    if (skipped === 0 || isStuck) return { rotated, left: skipped, failures: [...failures.values()] }
    await delay(betweenRoundsMs, undefined, options.signal === undefined ? {} : { signal: options.signal })
  }
}

interface StaleRow {
  id: string
  organization: string | null
  value: string
}

/** Ordered by id, so that one round is one walk along the primary key, however many batches it has. */
async function* staleRows(column: SealedColumn, options: RotationOptions): AsyncGenerator<StaleRow[]> {
  const size = Math.min(options.batchSize ?? 100, maximumBatch)
  const id = sql.ref(column.idColumn)
  const value = sql.ref(column.column)
  const organization = column.organizationColumn === null ? sql`null` : sql.ref(column.organizationColumn)
  let after = sql`true`
  for (;;) {
    options.signal?.throwIfAborted()
    const { rows } = await sql<StaleRow>`
      select ${id}::text as id, ${organization}::text as organization, ${value} as value
      from ${sql.table(column.table)}
      where ${value} is not null and not starts_with(${value}, ${sealedPrefix(options.sealer.keyId)}) and ${after}
      order by ${id} limit ${size}`.execute(options.database.systemDb)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = sql`${id} > ${last.id}`
  }
}

async function rotateBatch(
  column: SealedColumn,
  batch: readonly StaleRow[],
  failures: Map<string, RotationFailure>,
  options: RotationOptions,
): Promise<number> {
  const resealed = await Promise.all(batch.map((row) => reseal(column, row, options)))
  const changes = resealed.flatMap((each) => (each instanceof UnsealError ? [] : [each]))
  batch.forEach((row, at) => {
    const failure = resealed[at]
    if (failure instanceof UnsealError)
      failures.set(row.id, { table: column.table, column: column.column, row: row.id, reason: failure.reason })
    else failures.delete(row.id)
  })
  return changes.length === 0 ? 0 : await replace(column, changes, options.database)
}

interface Change {
  id: string
  old: string
  fresh: string
}

async function reseal(column: SealedColumn, row: StaleRow, options: RotationOptions): Promise<Change | UnsealError> {
  const context = contextOf(column, row.id, row.organization)
  try {
    const secret = await options.unsealer.unseal(context, row.value)
    return { id: row.id, old: row.value, fresh: await options.sealer.seal(context, secret) }
  } catch (error) {
    if (error instanceof UnsealError) return error
    throw error
  }
}

/** Compare-and-set: a concurrent write wins, and locked rows are skipped. */
async function replace(column: SealedColumn, changes: readonly Change[], database: Database): Promise<number> {
  const table = sql.table(column.table)
  const id = sql.ref(`t.${column.idColumn}`)
  const value = sql.ref(`t.${column.column}`)
  const pairs = sql`unnest(
    ${changes.map((change) => change.id)}::text[], ${changes.map((change) => change.old)}::text[],
    ${changes.map((change) => change.fresh)}::text[]) as change (id, old, fresh)`
  const ids = sql`any(${changes.map((change) => change.id)})`
  const result = await database.system((tx) =>
    sql`
      with unchanged as (
        select ${id} as id, change.fresh from ${table} t join ${pairs} on ${id}::text = change.id and ${value} = change.old
        where ${id} = ${ids} for update of t skip locked)
      update ${table} t set ${sql.id(column.column)} = unchanged.fresh from unchanged where ${id} = unchanged.id`.execute(
      tx,
    ),
  )
  return Number(result.numAffectedRows ?? 0)
}
