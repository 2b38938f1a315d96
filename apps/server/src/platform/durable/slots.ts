/**
 * Limits of N at a time per resource, such as builds on one server, shared fairly: the organization with the fewest
 * slots is next; among equals, the one whose last turn is longest ago, then the earliest request.
 */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../database/database.ts'
import { resumeRuns } from './locks.ts'
import type { RunId } from './workflow-ref.ts'

export interface SlotRequest {
  /** For example `builds:<server uuid>`. */
  readonly resource: string
  readonly capacity: number
}

/** Requests a slot, after `lockResources`. Returns whether the run holds one now. */
export async function requestSlot(
  tx: Tx,
  request: SlotRequest,
  owner: { runId: RunId; organizationId: OrganizationId | null },
): Promise<boolean> {
  await sql`
    insert into workflow_slots (resource, run_id, organization_id, capacity)
    values (${request.resource}, ${owner.runId}, ${owner.organizationId}, ${request.capacity})
    on conflict (resource, run_id) do update set capacity = excluded.capacity
  `.execute(tx)
  await grantSlots(tx, request.resource)
  const row = await tx
    .selectFrom('workflow_slots')
    .select('granted_at')
    .where('resource', '=', request.resource)
    .where('run_id', '=', owner.runId)
    .executeTakeFirst()
  return row !== undefined && row.granted_at !== null
}

export async function releaseSlots(tx: Tx, runId: RunId): Promise<void> {
  const released = await tx.deleteFrom('workflow_slots').where('run_id', '=', runId).returning('resource').execute()
  for (const { resource } of released) await grantSlots(tx, resource)
}

export async function grantSlots(tx: Tx, resource: string): Promise<void> {
  const { rows } = await sql<SlotRow>`
    select s.run_id as "runId", s.organization_id as "organizationId", s.capacity, s.granted_at is not null as granted,
      extract(epoch from t.granted_at)::float8 as "lastTurn"
    from workflow_slots s
    left join workflow_slot_turns t on t.resource = s.resource and t.organization_id = s.organization_id
    where s.resource = ${resource} order by s.position
  `.execute(tx)
  const chosen = nextSlotHolders(rows)
  if (chosen.length === 0) return
  await sql`
    with granted as (
      update workflow_slots set granted_at = clock_timestamp()
      where resource = ${resource} and run_id = any(${chosen}::uuid[])
      returning organization_id
    )
    insert into workflow_slot_turns (resource, organization_id, granted_at)
    select distinct ${resource}, organization_id, clock_timestamp() from granted where organization_id is not null
    on conflict (resource, organization_id) do update set granted_at = excluded.granted_at
  `.execute(tx)
  await resumeRuns(tx, resource, chosen)
}

export interface SlotRow {
  readonly runId: string
  readonly organizationId: string | null
  readonly capacity: number
  readonly granted: boolean
  /** In seconds; null if the organization never had a slot. */
  readonly lastTurn: number | null
}

/** Returns the waiting runs that get the free slots, given the line in order of arrival. */
export function nextSlotHolders(line: readonly SlotRow[]): string[] {
  const held = new Map<string | null, number>()
  const lastTurn = new Map<string | null, number>()
  for (const row of line) {
    if (row.granted) held.set(row.organizationId, (held.get(row.organizationId) ?? 0) + 1)
    if (row.lastTurn !== null) lastTurn.set(row.organizationId, row.lastTurn)
  }
  const waiting = line.filter((row) => !row.granted)
  const chosen: string[] = []
  let inUse = line.length - waiting.length
  while (waiting.length > 0) {
    let best = 0
    for (let index = 1; index < waiting.length; index += 1) {
      if (isBefore(waiting[index], waiting[best], held, lastTurn)) best = index
    }
    const [next] = waiting.splice(best, 1)
    if (next === undefined || inUse >= next.capacity) break
    chosen.push(next.runId)
    inUse += 1
    held.set(next.organizationId, (held.get(next.organizationId) ?? 0) + 1)
    lastTurn.set(next.organizationId, Number.POSITIVE_INFINITY)
  }
  return chosen
}

function isBefore(
  a: SlotRow | undefined,
  b: SlotRow | undefined,
  held: ReadonlyMap<string | null, number>,
  lastTurn: ReadonlyMap<string | null, number>,
): boolean {
  if (a === undefined || b === undefined) return false
  const byHeld = (held.get(a.organizationId) ?? 0) - (held.get(b.organizationId) ?? 0)
  if (byHeld !== 0) return byHeld < 0
  return (lastTurn.get(a.organizationId) ?? 0) < (lastTurn.get(b.organizationId) ?? 0)
}
