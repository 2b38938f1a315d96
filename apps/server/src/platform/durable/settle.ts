/** Ends queued runs that will never start: cancelled, or superseded by a newer run of the same kind and key. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { finishRun, lockHolds } from './finish.ts'
import type { AnyWorkflow, Run } from './workflow.ts'
import type { RunId } from './workflow-ref.ts'

interface Doomed extends Run<unknown> {
  readonly wasParked: boolean
  readonly cancelled: boolean
  readonly supersededBy: RunId | null
}

const batchSize = 100

/** Returns how many it ended. `key` confines it to one subject. */
export async function settleQueued(
  database: Database,
  workflows: ReadonlyMap<string, AnyWorkflow>,
  key: string | null = null,
): Promise<number> {
  const superseding = [...workflows.values()].filter((each) => each.ref.supersedesQueued).map((each) => each.ref.kind)
  const candidates = await findDoomed(database, { superseding, key, id: null })
  let settled = 0
  for (const { id } of candidates) {
    settled += await database.system(async (tx) => {
      await lockHolds(tx, id)
      await sql`select from workflow_runs where id = ${id} for update`.execute(tx)
      const [doomed] = await findDoomed({ systemDb: tx }, { superseding, key: null, id })
      if (doomed === undefined) return 0
      const workflow = workflows.get(doomed.kind)
      const input = workflow?.ref.input.parse(doomed.input)
      await finishRun(
        tx,
        workflow,
        { ...doomed, input },
        {
          status: doomed.cancelled ? 'cancelled' : 'superseded',
          error: null,
          supersededBy: doomed.cancelled ? null : doomed.supersededBy,
        },
      )
      return 1
    })
  }
  return settled
}

async function findDoomed(
  { systemDb }: Pick<Database, 'systemDb'>,
  filter: { superseding: string[]; key: string | null; id: string | null },
): Promise<Doomed[]> {
  const { rows } = await sql<Doomed>`
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
  `.execute(systemDb)
  return rows
}
