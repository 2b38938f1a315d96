/**
 * Appends to the streams inside the transaction that makes the change: no change without its event, no event without
 * its change.
 *
 * Lock order: other rows, then the run's counter (`appendRunEvents`, `closeRunStream`), then the organization's counter
 * (`publishEvents`) as the last lock of the transaction, one organization per transaction. The counter is held until
 * commit, so that numbers are in commit order. More work after it blocks the whole organization, and another lock after
 * it can deadlock. In the middle of a transaction, publish with `beforeCommit`.
 *
 * The notification carries only key and number; PostgreSQL sends it at commit and never for a rollback.
 */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../database/database.ts'
import { newId } from '../ids/type-id.ts'
import { toStoredJson } from './stored-json.ts'
import { eventsChannel, runEventsChannel } from './stream-source.ts'

export interface NewEvent {
  kind: string
  projectId?: string | null
  data: unknown
}

export interface NewRunEvent {
  kind: string
  data: unknown
}

export interface RunStream {
  runId: string
  /** Null for runs of the system itself. */
  organizationId: OrganizationId | null
}

/** Kinds that the stream itself sends; publishers can't use them. */
const reservedKinds: ReadonlySet<string> = new Set(['ready', 'reset', 'end', 'error', 'message'])
const kindPattern = /^[a-z][a-z0-9_]{0,63}$/
// A 16 kB chunk of control characters takes six times as much in JSON.
const maxEventBytes = 128 * 1024
const maxEventsPerCall = 256

/** Returns the number of the event. Call it last in the transaction. */
export async function publishEvent(tx: Tx, event: NewEvent & { organizationId: OrganizationId }): Promise<number> {
  return await publishEvents(tx, event.organizationId, [event])
}

/**
 * Takes one lock and sends one notification for all events. Returns the number of the last one. Call it last in the
 * transaction.
 */
export async function publishEvents(
  tx: Tx,
  organizationId: OrganizationId,
  events: readonly NewEvent[],
): Promise<number> {
  checkEvents(events)
  const rows = toStoredJson(
    events.map(({ kind, projectId = null, data }) => ({ id: newId('evt'), kind, projectId, data })),
  )
  const { rows: answer } = await sql<{ seq: number }>`
    with counter as (
      insert into event_counters as c (organization_id, seq, last_at)
      values (${organizationId}, ${events.length}, clock_timestamp())
      on conflict (organization_id) do update
        set seq = c.seq + excluded.seq, last_at = greatest(c.last_at, clock_timestamp())
      returning seq, last_at
    ), added as (
      insert into events (organization_id, seq, id, kind, project_id, data, created_at)
      select ${organizationId}, counter.seq - ${events.length} + row.n, (row.value->>'id')::uuid, row.value->>'kind',
        (row.value->>'projectId')::uuid, row.value->'data', counter.last_at
      from counter, jsonb_array_elements(${rows}::jsonb) with ordinality as row (value, n)
    )
    select seq, pg_notify(${eventsChannel}, ${`${organizationId}:`} || seq) from counter`.execute(tx)
  return onlySeq(answer)
}

/** Returns the number of the last event. Throws if the stream is closed: a late writer changes nothing. */
export async function appendRunEvents(
  tx: Tx,
  { runId, organizationId, events }: RunStream & { events: readonly NewRunEvent[] },
): Promise<number> {
  checkEvents(events)
  return await appendRows(tx, { runId, organizationId, rows: events, final: null })
}

/**
 * Appends the final state and `end`; nothing can follow. The final state is stored for subscribers that arrive after
 * the rows were deleted. `isAlreadySent`: the stream has already sent the final state, so live subscribers don't need it
 * again.
 */
export async function closeRunStream(
  tx: Tx,
  { runId, organizationId, final, isAlreadySent = false }: RunStream & { final: NewRunEvent; isAlreadySent?: boolean },
): Promise<number> {
  checkEvents([final])
  const end = { kind: 'end', data: {} }
  return await appendRows(tx, { runId, organizationId, rows: isAlreadySent ? [end] : [final, end], final })
}

/**
 * Continues the numbering of an earlier run's stream, for resources whose runs follow each other under one URL. Returns
 * the number after which the new events begin. Call it before the first event.
 */
export async function continueRunStream(
  tx: Tx,
  { runId, organizationId, after }: RunStream & { after: string },
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    insert into run_event_counters (run_id, organization_id, seq, last_at)
    select ${runId}, ${organizationId}, coalesce(max(seq), 0), clock_timestamp() from run_event_counters
    where run_id = ${after} and organization_id is not distinct from ${organizationId}
    returning seq`.execute(tx)
  return onlySeq(rows)
}

async function appendRows(
  tx: Tx,
  { runId, organizationId, rows, final }: RunStream & { rows: readonly NewRunEvent[]; final: NewRunEvent | null },
): Promise<number> {
  const count = rows.length
  const finalText = final === null ? null : toStoredJson({ kind: final.kind, data: final.data })
  const { rows: answer } = await sql<{ seq: number }>`
    with counter as (
      insert into run_event_counters as c (run_id, organization_id, seq, last_at, closed_at, final)
      values (${runId}, ${organizationId}, ${count}, clock_timestamp(),
        case when ${finalText}::jsonb is not null then clock_timestamp() end, ${finalText}::jsonb)
      on conflict (run_id) do update
        set seq = c.seq + excluded.seq, last_at = greatest(c.last_at, clock_timestamp()),
          closed_at = excluded.closed_at, final = excluded.final
        where c.closed_at is null and c.organization_id is not distinct from excluded.organization_id
      returning seq, last_at
    ), added as (
      insert into run_events (run_id, organization_id, seq, kind, data, created_at)
      select ${runId}, ${organizationId}, counter.seq - ${count} + row.n, row.value->>'kind', row.value->'data',
        counter.last_at
      from counter, jsonb_array_elements(${toStoredJson(rows)}::jsonb) with ordinality as row (value, n)
    )
    select seq, pg_notify(${runEventsChannel}, ${`${runId}:`} || seq) from counter`.execute(tx)
  return onlySeq(answer)
}

function checkEvents(events: readonly NewRunEvent[]): void {
  if (events.length === 0 || events.length > maxEventsPerCall) {
    throw new RangeError(`${events.length} events in one call; between 1 and ${maxEventsPerCall} are taken`)
  }
  for (const event of events) {
    if (!kindPattern.test(event.kind) || reservedKinds.has(event.kind)) {
      throw new TypeError(`${JSON.stringify(event.kind)} cannot be the kind of an event`)
    }
    const size = Buffer.byteLength(toStoredJson(event.data))
    if (size > maxEventBytes) throw new RangeError(`an event of ${size} bytes; ${maxEventBytes} are taken`)
  }
}

function onlySeq(rows: readonly { seq: number }[]): number {
  const [row] = rows
  if (row === undefined) throw new Error('the stream of this run is closed, or belongs to another organization')
  return row.seq
}
