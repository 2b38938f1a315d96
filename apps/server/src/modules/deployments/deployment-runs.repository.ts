/** Journal data about deployments: their steps and what they wait for. A deployment has the ID of its run. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

export interface RunOfDeployment {
  id: Id<'dep'>
  status: string
  cancellable: boolean
  waitingFor: { type: string; resource: string | null; since: string | null; until: string | null } | null
  /** The run of the same environment that is ahead of it. */
  behind: { id: string; kind: string; since: Date } | null
}

export async function listUnfinishedRuns(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'dep'>[],
): Promise<RunOfDeployment[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    status: string
    cancellable: boolean
    waiting_for: { type?: string; resource?: string; since?: string; until?: string } | null
    behind_id: string | null
    behind_kind: string | null
    created_at: Date
  }>`
    select r.id, r.status, r.cancellable, r.waiting_for, r.created_at, before.id as behind_id, before.kind as behind_kind
    from workflow_runs r
    left join lateral (
      select b.id, b.kind from workflow_runs b
      where b.key = r.key and b.finished_at is null and b.id <> r.id
        and (b.status <> 'queued' or b.position < r.position)
      order by b.status = 'queued', b.position limit 1
    ) before on r.status = 'queued'
    where r.organization_id = ${organizationId} and r.id = any(${ids}::uuid[]) and r.finished_at is null`.execute(tx)
  return rows.map((row) => ({
    id: brandId<'dep'>(row.id),
    status: row.status,
    cancellable: row.cancellable,
    waitingFor:
      row.waiting_for === null
        ? null
        : {
            type: row.waiting_for.type ?? '',
            resource: row.waiting_for.resource ?? null,
            since: row.waiting_for.since ?? null,
            until: row.waiting_for.until ?? null,
          },
    behind:
      row.behind_id === null || row.behind_kind === null
        ? null
        : { id: row.behind_id, kind: row.behind_kind, since: row.created_at },
  }))
}

export interface StepRecord {
  name: string
  phase: 'run' | 'undo'
  status: 'failed' | 'succeeded'
  /** The step had nothing to do. */
  isSkipped: boolean
  attempt: number
  error: { code?: string; message?: string } | null
  startedAt: Date
  finishedAt: Date
}

export async function listStepRecords(tx: Tx, organizationId: OrganizationId, id: Id<'dep'>): Promise<StepRecord[]> {
  const { rows } = await sql<StepRecord>`
    select s.name, s.phase, s.status, s.attempt, s.error, s.started_at as "startedAt", s.finished_at as "finishedAt",
      coalesce(s.output->>'isMoved' = 'false' or s.output->>'isSkipped' = 'true', false) as "isSkipped"
    from workflow_steps s join workflow_runs r on r.id = s.run_id
    where r.organization_id = ${organizationId} and r.id = ${id}
    order by s.started_at limit 100`.execute(tx)
  return rows
}

export async function findCurrentStep(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'dep'>,
): Promise<{ name: string; startedAt: Date; attempt: number } | null> {
  const { rows } = await sql<{ name: string; startedAt: Date; attempt: number }>`
    select current_step as name, step_started_at as "startedAt", step_attempt + 1 as attempt from workflow_runs
    where organization_id = ${organizationId} and id = ${id} and status in ('running', 'cancelling')
      and current_step is not null and step_entered and step_started_at is not null`.execute(tx)
  return rows[0] ?? null
}

/** Returns the median duration of each step in the last ten deployments of the environment that went live. */
export async function listMedianSteps(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<{ name: string; medianMs: number }[]> {
  const { rows } = await sql<{ name: string; medianMs: number }>`
    select s.name, round(percentile_cont(0.5) within group
      (order by extract(epoch from s.finished_at - s.started_at) * 1000))::int as "medianMs"
    from workflow_steps s
    where s.phase = 'run' and s.status = 'succeeded' and s.run_id in (
      select id from deployments
      where organization_id = ${organizationId} and environment_id = ${environmentId} and status in ('live', 'retired')
      order by id desc limit 10)
    group by s.name`.execute(tx)
  return rows
}
