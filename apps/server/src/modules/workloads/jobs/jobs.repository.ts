/** Jobs of cron services. Each job is a run, and nothing else is stored about it. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'

export interface JobRow {
  id: Id<'run'>
  serviceId: Id<'svc'>
  status: string
  error: unknown
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** `keys`: run keys of the services. Lists the newest first. */
export async function listJobs(
  tx: Tx,
  organizationId: OrganizationId,
  { keys, limit }: { keys: readonly string[]; limit: number },
): Promise<JobRow[]> {
  const { rows } = await sql<Omit<JobRow, 'id' | 'serviceId'> & { id: string; serviceId: string }>`
    select id, input ->> 'serviceId' as "serviceId", status, error, created_at as "createdAt", started_at as "startedAt",
      finished_at as "finishedAt"
    from workflow_runs
    where organization_id = ${organizationId} and kind = 'run-cron' and key = any(${keys}::text[])
    order by position desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, id: brandId<'run'>(row.id), serviceId: brandId<'svc'>(row.serviceId) }))
}

/** Returns the last successful job with the run key of a service, which shows since when its jobs fail. */
export async function findLastGoodJob(tx: Tx, organizationId: OrganizationId, key: string): Promise<Id<'run'> | null> {
  const { rows } = await sql<{ id: string }>`select id from workflow_runs
    where organization_id = ${organizationId} and kind = 'run-cron' and key = ${key}
      and status = 'succeeded'
    order by position desc limit 1`.execute(tx)
  const [row] = rows
  return row === undefined ? null : brandId<'run'>(row.id)
}
