/** Finds queued runs that will never start; see end-obsolete-runs.ts. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import type { ObsoleteRun, ObsoleteRunFilter } from './journal.ts'

const batchSize = 100

export async function findObsolete(db: Kysely<DB>, filter: ObsoleteRunFilter): Promise<ObsoleteRun[]> {
  const { rows } = await sql<ObsoleteRun>`
    select r.id, r.organization_id as "organizationId", r.kind, r.key, r.input, r.was_parked as "wasParked",
      r.cancel_requested_at is not null as cancelled, newer.id as "supersededBy"
    from workflow_runs r
    left join lateral (
      select n.id from workflow_runs n
      where n.key = r.key and n.kind = r.kind and n.kind = any(${filter.superseding}) and n.position > r.position
        and n.status = 'queued' and n.cancel_requested_at is null and n.finished_at is null
      order by n.position desc limit 1
    ) newer on true
    where r.finished_at is null and r.status = 'queued' and (r.cancel_requested_at is not null or newer.id is not null)
      and (${filter.key}::text is null or r.key = ${filter.key}) and (${filter.id}::uuid is null or r.id = ${filter.id})
    limit ${batchSize}
  `.execute(db)
  return rows
}
