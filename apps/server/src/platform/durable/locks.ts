/**
 * Shared and exclusive locks on a resource, held by runs. First come, first served: a shared request doesn't overtake a
 * waiting exclusive one, so no run starves.
 */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../database/database.ts'
import { issueTickets } from './runs.ts'
import type { RunId } from './workflow-ref.ts'

export type LockMode = 'shared' | 'exclusive'

export interface LockRequest {
  /** For example `environment:<uuid>`. */
  readonly resource: string
  readonly mode: LockMode
}

export interface LockHolder {
  readonly runId: RunId
  readonly kind: string
  readonly mode: string
  readonly since: Date
  /** False if this run is still waiting, ahead of the current run. */
  readonly granted: boolean
}

/** Takes the lock for the run now, or returns who holds it and takes nothing. For API requests. */
export async function tryLock(
  tx: Tx,
  request: LockRequest,
  owner: { runId: RunId; organizationId: OrganizationId | null },
): Promise<{ granted: true } | { granted: false; holders: LockHolder[] }> {
  await lockResources(tx, [request.resource])
  const holders = (await lockHolders(tx, request.resource)).filter((holder) => holder.runId !== owner.runId)
  const inTheWay = holders.filter((holder) => request.mode === 'exclusive' || holder.mode === 'exclusive')
  if (inTheWay.length > 0) return { granted: false, holders: inTheWay }
  await tx
    .insertInto('workflow_locks')
    .values({
      resource: request.resource,
      run_id: owner.runId,
      organization_id: owner.organizationId,
      mode: request.mode,
      granted_at: new Date(),
    })
    .execute()
  return { granted: true }
}

export async function lockHolders(tx: Tx, resource: string): Promise<LockHolder[]> {
  const rows = await tx
    .selectFrom('workflow_locks')
    .innerJoin('workflow_runs', 'workflow_runs.id', 'workflow_locks.run_id')
    .select(['run_id', 'kind', 'mode', 'granted_at', 'requested_at'])
    .where('resource', '=', resource)
    .orderBy('workflow_locks.position')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    runId: row.run_id,
    kind: row.kind,
    mode: row.mode,
    since: row.granted_at ?? row.requested_at,
    granted: row.granted_at !== null,
  }))
}

/**
 * Serializes changes to the holders of a resource. Call it before locking any row of a run; the fixed order prevents
 * deadlocks between transactions.
 */
export async function lockResources(tx: Tx, resources: readonly string[]): Promise<void> {
  for (const resource of [...new Set(resources)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`durable:${resource}`}, 0))`.execute(tx)
  }
}

/** Requests a lock for a run, after `lockResources`. Returns whether the run holds it now. */
export async function requestLock(
  tx: Tx,
  request: LockRequest,
  owner: { runId: RunId; organizationId: OrganizationId | null },
): Promise<boolean> {
  await tx
    .insertInto('workflow_locks')
    .values({
      resource: request.resource,
      run_id: owner.runId,
      organization_id: owner.organizationId,
      mode: request.mode,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await grantLocks(tx, request.resource)
  const row = await tx
    .selectFrom('workflow_locks')
    .select('granted_at')
    .where('resource', '=', request.resource)
    .where('run_id', '=', owner.runId)
    .executeTakeFirst()
  return row !== undefined && row.granted_at !== null
}

export async function releaseLocks(tx: Tx, runId: RunId): Promise<void> {
  const released = await tx.deleteFrom('workflow_locks').where('run_id', '=', runId).returning('resource').execute()
  for (const { resource } of released) await grantLocks(tx, resource)
}

export async function grantLocks(tx: Tx, resource: string): Promise<void> {
  const line = await tx
    .selectFrom('workflow_locks')
    .select(['run_id', 'mode', 'granted_at'])
    .where('resource', '=', resource)
    .orderBy('position')
    .execute()
  const granted = nextLockHolders(
    line.map((row) => ({ runId: row.run_id, mode: row.mode, granted: row.granted_at !== null })),
  )
  if (granted.length === 0) return
  await sql`
    update workflow_locks set granted_at = clock_timestamp()
    where resource = ${resource} and run_id = any(${granted}::uuid[])
  `.execute(tx)
  await resumeRuns(tx, resource, granted)
}

/** Returns the waiting runs that can have the lock now, given the line in order of arrival. */
export function nextLockHolders(line: readonly { runId: string; mode: string; granted: boolean }[]): string[] {
  const modes = line.filter((each) => each.granted).map((each) => each.mode)
  const chosen: string[] = []
  for (const each of line) {
    if (each.granted) continue
    const fits = modes.length === 0 || (each.mode === 'shared' && !modes.includes('exclusive'))
    if (!fits) break
    modes.push(each.mode)
    chosen.push(each.runId)
  }
  return chosen
}

/** Creates new invocations for runs that were parked while waiting for this resource. */
export async function resumeRuns(tx: Tx, resource: string, runIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update workflow_runs set waiting_for = null
    where id = any(${runIds}::uuid[]) and waiting_for ->> 'resource' = ${resource}
    returning id
  `.execute(tx)
  await issueTickets(
    tx,
    rows.map((row) => row.id),
  )
}
