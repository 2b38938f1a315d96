/** The run of a seeded deployment: its steps, and a stream that came to its end, with a log that says everything there is to say. */
import { stepNames } from '../../../apps/server/src/modules/deployments/deployments.status.ts'
import { decodeId } from '../../../apps/server/src/platform/ids/type-id.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { Instance } from '../instance.ts'

const logLines = 40

export interface RunOptions {
  readonly organizationId: string
  /** As the api gives it: the stream repeats it. */
  readonly deployment: { readonly id: string; readonly status: string }
  readonly words: (n: number) => string
}

export async function seedRun(instance: Pick<Instance, 'databaseUrl'>, options: RunOptions): Promise<void> {
  await using db = createSqlClient(instance.databaseUrl)
  const id = decodeId('dep', options.deployment.id)
  const organization = decodeId('org', options.organizationId)
  const isFailed = options.deployment.status === 'failed'
  const steps = isFailed ? stepNames.slice(0, 4) : stepNames
  await db.query(
    `insert into workflow_runs (id, organization_id, kind, key, input, status, created_at, started_at, finished_at)
     values ($1::uuid, $2, 'deployment', 'seed/' || $1::uuid, '{}', $3, now(), now(), now())`,
    [id, organization, isFailed ? 'failed' : 'succeeded'],
  )
  await db.query(
    `insert into workflow_steps (run_id, name, phase, attempt, status, error, started_at, finished_at)
     select $1, name, 'run', 1, case when $3 and n = $4 then 'failed' else 'succeeded' end,
       case when $3 and n = $4 then jsonb_build_object('code', 'build_failed', 'message', $5::text) end,
       now() - interval '1 minute' + n * interval '3 seconds', now() - interval '1 minute' + (n + 1) * interval '3 seconds'
     from unnest($2::text[]) with ordinality as rows(name, n)`,
    [id, steps, isFailed, steps.length, options.words(0).slice(0, 500)],
  )
  await seedStream(db, { id, organization, steps }, options)
}

async function seedStream(
  db: SqlClient,
  { id, organization, steps }: { id: unknown; organization: unknown; steps: readonly string[] },
  { deployment, words }: RunOptions,
): Promise<void> {
  const lines = Array.from({ length: logLines }, (_, n) => ({
    step: steps[n % steps.length],
    stream: 'stdout',
    text: `${words(n).slice(0, 4_000)}\n`,
    at: new Date().toISOString(),
  }))
  const last = { kind: 'status', data: deployment }
  const events = [...lines.map((data) => ({ kind: 'log', data })), last, { kind: 'end', data: {} }]
  await db.query(
    `insert into run_event_counters (run_id, organization_id, seq, last_at, closed_at, final) values ($1, $2, $3, now(), now(), $4)`,
    [id, organization, events.length, JSON.stringify(last)],
  )
  await db.query(
    `insert into run_events (run_id, organization_id, seq, kind, data, created_at)
     select $1, $2, n, kind, data, now() from unnest($3::text[], $4::jsonb[]) with ordinality as rows(kind, data, n)`,
    [id, organization, events.map((each) => each.kind), events.map((each) => JSON.stringify(each.data))],
  )
}
