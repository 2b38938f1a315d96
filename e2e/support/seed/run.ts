/** The run of a seeded deployment: its steps, and a completed stream with a full log. */
import { stepNames } from '../../../apps/server/src/testing/internals/deployments.ts'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { Instance } from '../instance.ts'

const logLines = 40

export interface SeededStep {
  readonly name: string
  readonly seconds: number
  readonly isUndone?: boolean
}

export interface RunOptions {
  readonly organizationId: string
  /** As the api returns it, because the stream repeats it. */
  readonly deployment: { readonly id: string; readonly status: string }
  readonly textFor: (n: number) => string
  /** A minute ago, unless it is given. */
  readonly startedAt?: Date
  /** The steps; the last one of a failed deployment failed. */
  readonly steps?: readonly SeededStep[]
  readonly error?: { readonly code: string; readonly message: string }
  /** Log lines, instead of generated text. */
  readonly lines?: readonly { readonly step: string; readonly text: string }[]
}

interface Run {
  readonly id: unknown
  readonly organization: unknown
  readonly startedAt: Date
  readonly steps: readonly SeededStep[]
  readonly isFailed: boolean
}

export async function seedRun(instance: Pick<Instance, 'databaseUrl'>, options: RunOptions): Promise<void> {
  await using db = createSqlClient(instance.databaseUrl)
  const id = decodeId('dep', options.deployment.id)
  const organization = decodeId('org', options.organizationId)
  const isFailed = options.deployment.status === 'failed'
  const startedAt = options.startedAt ?? new Date(Date.now() - 60_000)
  const names = isFailed ? stepNames.slice(0, 4) : stepNames
  const steps = options.steps ?? names.map((name) => ({ name, seconds: 3 }))
  await db.query(
    `insert into workflow_runs (id, organization_id, kind, key, input, status, created_at, started_at, finished_at)
     values ($1::uuid, $2, 'deployment', 'seed/' || $1::uuid, '{}', $3, $4, $4, $5)`,
    [id, organization, isFailed ? 'failed' : 'succeeded', startedAt, endOf(startedAt, steps)],
  )
  const run = { id, organization, startedAt, steps, isFailed }
  await seedSteps(db, run, options)
  await seedStream(db, run, options)
}

async function seedSteps(db: SqlClient, { id, startedAt, steps, isFailed }: Run, options: RunOptions): Promise<void> {
  const error = options.error ?? { code: 'build_failed', message: options.textFor(0).slice(0, 500) }
  for (const [index, { name, isUndone }] of steps.entries()) {
    const hasFailed = isFailed && index === steps.length - 1
    const [began, ended] = [endOf(startedAt, steps.slice(0, index)), endOf(startedAt, steps.slice(0, index + 1))]
    await db.query(
      `insert into workflow_steps (run_id, name, phase, attempt, status, error, started_at, finished_at)
       values ($1, $2, 'run', 1, $3, $4, $5, $6)`,
      [id, name, hasFailed ? 'failed' : 'succeeded', hasFailed ? JSON.stringify(error) : null, began, ended],
    )
    if (isUndone !== true) continue
    const end = endOf(startedAt, steps)
    await db.query(
      `insert into workflow_steps (run_id, name, phase, attempt, status, started_at, finished_at)
       values ($1, $2, 'undo', 1, 'succeeded', $3, $3)`,
      [id, name, end],
    )
  }
}

function endOf(startedAt: Date, steps: readonly SeededStep[]): Date {
  return new Date(startedAt.getTime() + steps.reduce((sum, { seconds }) => sum + seconds, 0) * 1_000)
}

async function seedStream(db: SqlClient, run: Run, { deployment, textFor, lines }: RunOptions): Promise<void> {
  const { id, organization, startedAt, steps } = run
  const said =
    lines ??
    Array.from({ length: logLines }, (_, n) => ({
      step: steps[n % steps.length]?.name ?? '',
      text: textFor(n).slice(0, 4_000),
    }))
  const at = (step: string) =>
    endOf(startedAt, steps.slice(0, 1 + steps.findIndex(({ name }) => name === step))).toISOString()
  const logged = said.map(({ step, text }) => ({ step, stream: 'stdout', text: `${text}\n`, at: at(step) }))
  const last = { kind: 'status', data: deployment }
  const events = [...logged.map((data) => ({ kind: 'log', data })), last, { kind: 'end', data: {} }]
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
