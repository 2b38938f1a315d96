/** One-off programs on servers: which were started, how much of their output is stored, and how they ended. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { RunId } from '../../../platform/durable/workflow-ref.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { LogCursor } from '../../runtime-logs/index.ts'
import type { ProgramOutcome } from './programs.schemas.ts'

export interface NewProgram {
  container: string
  serverId: Id<'srv'>
  deploymentId: Id<'dep'>
  service: string
}

export interface ProgramRow {
  container: string
  serverId: string
  deploymentId: string
  service: string
  /** Time since the start, by the database clock. */
  ranMs: number
  cursor: LogCursor
  writes: number
  /** Raw stored value; parse before use. */
  outcome: unknown
}

export async function listPrograms(tx: Tx, organizationId: OrganizationId, runId: RunId): Promise<ProgramRow[]> {
  const rows = await tx
    .selectFrom('programs')
    .selectAll()
    .select(sql<number>`(extract(epoch from clock_timestamp() - begun_at) * 1000)::float8`.as('ran_ms'))
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .orderBy('begun_at')
    .execute()
  const position = (at: string | null, count: number) => (at === null ? null : { at, count })
  return rows.map((row) => ({
    container: row.container,
    serverId: row.server_id,
    deploymentId: row.deployment_id,
    service: row.service,
    ranMs: row.ran_ms,
    cursor: { stdout: position(row.stdout_at, row.stdout_count), stderr: position(row.stderr_at, row.stderr_count) },
    writes: row.writes,
    outcome: row.outcome,
  }))
}

/** Idempotent. */
export async function beginProgram(
  tx: Tx,
  organizationId: OrganizationId,
  { runId, container, serverId, deploymentId, service }: NewProgram & { runId: RunId },
): Promise<void> {
  await tx
    .insertInto('programs')
    .values({
      run_id: runId,
      container,
      organization_id: organizationId,
      server_id: serverId,
      deployment_id: deploymentId,
      service,
    })
    .onConflict((conflict) => conflict.columns(['run_id', 'container']).doNothing())
    .execute()
}

/**
 * Returns false when this write was already done and its response was lost. A database that lost its last commits
 * accepts the next ones.
 */
export async function advanceProgram(
  tx: Tx,
  organizationId: OrganizationId,
  { runId, container, writes, cursor }: { runId: RunId; container: string; writes: number; cursor: LogCursor },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('programs')
    .set({
      writes: writes + 1,
      stdout_at: cursor.stdout?.at ?? null,
      stdout_count: cursor.stdout?.count ?? 0,
      stderr_at: cursor.stderr?.at ?? null,
      stderr_count: cursor.stderr?.count ?? 0,
    })
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .where('container', '=', container)
    .where('writes', '<=', writes)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function endProgram(
  tx: Tx,
  organizationId: OrganizationId,
  { runId, container, outcome }: { runId: RunId; container: string; outcome: ProgramOutcome },
): Promise<void> {
  await tx
    .updateTable('programs')
    .set({ outcome: JSON.stringify(outcome), ended_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .where('container', '=', container)
    .where('ended_at', 'is', null)
    .execute()
}
