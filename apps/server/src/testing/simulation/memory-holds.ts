/** Locks and slots in memory; the product's own rules decide who is next. */
import type { OrganizationId } from '../../platform/database/database.ts'
import { type LockRequest, nextLockHolders } from '../../platform/durable/locks.ts'
import { nextSlotHolders, type SlotRequest } from '../../platform/durable/slots.ts'
import type { RunId } from '../../platform/durable/workflow-ref.ts'
import type { MemoryHold, MemoryRuns } from './memory-runs.ts'
import type { MemoryTable } from './memory-store.ts'

interface Owner {
  readonly id: RunId
  readonly organizationId: OrganizationId | null
}

export function requestLock(rows: MemoryRuns, request: LockRequest, owner: Owner): boolean {
  const key = `${request.resource}\n${owner.id}`
  if (rows.locks.get(key) === undefined) rows.locks.put(key, newHold(rows, owner, { capacity: 1, ...request }))
  grantLocks(rows, request.resource)
  return rows.locks.get(key)?.granted === true
}

export function requestSlot(rows: MemoryRuns, request: SlotRequest, owner: Owner): boolean {
  const key = `${request.resource}\n${owner.id}`
  if (rows.slots.get(key) === undefined) rows.slots.put(key, newHold(rows, owner, { mode: 'shared', ...request }))
  rows.slots.change(key, { capacity: request.capacity })
  grantSlots(rows, request.resource)
  return rows.slots.get(key)?.granted === true
}

export function releaseLocks(rows: MemoryRuns, runId: RunId): void {
  for (const resource of takeAway(rows.locks, runId)) grantLocks(rows, resource)
}

export function releaseSlots(rows: MemoryRuns, runId: RunId): void {
  for (const resource of takeAway(rows.slots, runId)) grantSlots(rows, resource)
}

function newHold(
  rows: MemoryRuns,
  owner: Owner,
  request: Pick<MemoryHold, 'resource' | 'mode' | 'capacity'>,
): MemoryHold {
  const { resource, mode, capacity } = request
  return {
    resource,
    mode,
    capacity,
    run_id: owner.id,
    organization_id: owner.organizationId,
    position: rows.count(),
    granted: false,
  }
}

function takeAway(table: MemoryTable<MemoryHold>, runId: RunId): string[] {
  const held = table.all().filter((row) => row.run_id === runId)
  for (const row of held) table.delete(`${row.resource}\n${row.run_id}`)
  return held.map((row) => row.resource)
}

function line(table: MemoryTable<MemoryHold>, resource: string): MemoryHold[] {
  return table
    .all()
    .filter((row) => row.resource === resource)
    .toSorted((a, b) => a.position - b.position)
}

function grantLocks(rows: MemoryRuns, resource: string): void {
  const waiting = line(rows.locks, resource).map((row) => ({ ...row, runId: row.run_id }))
  const chosen = nextLockHolders(waiting)
  for (const runId of chosen) rows.locks.change(`${resource}\n${runId}`, { granted: true })
  resumeRuns(rows, resource, chosen)
}

function grantSlots(rows: MemoryRuns, resource: string): void {
  const waiting = line(rows.slots, resource).map((row) => ({
    runId: row.run_id,
    organizationId: row.organization_id,
    capacity: row.capacity,
    granted: row.granted,
    lastTurn: rows.turns.get(`${resource}\n${row.organization_id}`)?.at ?? null,
  }))
  const chosen = nextSlotHolders(waiting)
  for (const runId of chosen) {
    const row = rows.slots.get(`${resource}\n${runId}`)
    rows.slots.change(`${resource}\n${runId}`, { granted: true })
    if (row?.organization_id != null) rows.turns.put(`${resource}\n${row.organization_id}`, { at: rows.count() })
  }
  resumeRuns(rows, resource, chosen)
}

function resumeRuns(rows: MemoryRuns, resource: string, runIds: readonly string[]): void {
  const waiting = runIds.flatMap((id) => {
    const run = rows.runs.get(id)
    return run?.waiting_for?.resource === resource ? [run.id] : []
  })
  for (const id of waiting) rows.runs.change(id, { waiting_for: null })
  rows.issueTickets(waiting)
}
