/** Workflows of the kill suite: the effects of their steps are counted in separate tables, outside the journal. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { retryTransient } from '../platform/durable/transient.ts'
import type { StepContext } from '../platform/durable/workflow.ts'
import { step, workflow } from '../platform/durable/workflow.ts'
import { declareWorkflow } from '../platform/durable/workflow-ref.ts'

export const Task = z.object({
  /** This step waits for its signal, up to `holdMs`. */
  holdAt: z.string().default(''),
  holdMs: z.number().default(60_000),
  /** This step ignores its signal and ends after `holdMs`, like work that can't be stopped. */
  deafAt: z.string().default(''),
  /** This step fails permanently. */
  failAt: z.string().default(''),
  stepMs: z.number().default(0),
})
export type Task = z.infer<typeof Task>

export const tenSteps = declareWorkflow({ kind: 'ten-steps', input: Task })
export const oneStep = declareWorkflow({ kind: 'one-step', input: Task })
export const stepNames = Array.from({ length: 10 }, (_, index) => `s${index + 1}`)
export const undoNames = ['s2', 's5', 's8']

/**
 * Tables of the suite: effects as they happen, records as they commit. No column is unique, so that duplicates show.
 */
const taskTables = `
  create table test_effects (run_id uuid, name text, phase text, pid int, fence bigint, at timestamptz default clock_timestamp());
  create table test_records (run_id uuid, name text, phase text);
  create table test_journal (run_id uuid, name text, phase text);
  create table test_arms (point text primary key);
  create table test_kills (point text, killed_at timestamptz default clock_timestamp());
  create table test_claims (run_id uuid, pid int, at timestamptz default clock_timestamp());
  create table test_signals (run_id uuid, at timestamptz default clock_timestamp());
  create function note_journal() returns trigger language plpgsql as $$
  begin
    if new.status = 'succeeded' then insert into test_journal values (new.run_id, new.name, new.phase); end if;
    return new;
  end $$;
  create trigger note_journal after insert or update on workflow_steps for each row execute function note_journal();
  grant all on test_effects, test_records, test_journal, test_arms, test_kills, test_claims, test_signals to longshore_system;
`

export async function createTaskTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(taskTables)
  await client.end()
}

export function createTasks(pool: pg.Pool) {
  const effect = async (name: string, phase: string, context: Pick<StepContext<Task>, 'run' | 'fence'>) => {
    await note(pool, 'insert into test_effects (run_id, name, phase, pid, fence) values ($1, $2, $3, $4, $5)', [
      context.run.id,
      name,
      phase,
      process.pid,
      context.fence,
    ])
  }
  const record = (name: string, phase: string, context: Pick<StepContext<Task>, 'run' | 'record'>) =>
    context.record(async (tx) => {
      await sql`insert into test_records (run_id, name, phase) values (${context.run.id}, ${name}, ${phase})`.execute(
        tx,
      )
    })
  const taskStep = (name: string) =>
    step<Task, { by: number }>({
      name,
      output: z.object({ by: z.number() }),
      deadlineMs: 120_000,
      attempts: 3,
      async run(context) {
        const { input, signal } = context
        if (input.failAt === name) throw new Error('planned failure')
        if (input.stepMs > 0) await delay(input.stepMs, undefined, { signal })
        await effect(name, 'run', context)
        if (input.holdAt === name) await hold(context)
        if (input.deafAt === name) await delay(input.holdMs)
        record(name, 'run', context)
        return { by: process.pid }
      },
      ...(undoNames.includes(name) && {
        async undo(context) {
          await effect(name, 'undo', context)
          record(name, 'undo', context)
        },
      }),
    })
  const hold = async ({ input, signal, run }: StepContext<Task>) => {
    try {
      await delay(input.holdMs, undefined, { signal })
    } catch (error) {
      await note(pool, 'insert into test_signals (run_id) values ($1)', [run.id])
      throw error
    }
  }
  return [workflow(tenSteps, stepNames.map(taskStep)), workflow(oneStep, [taskStep('s1')])]
}

export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 8, options: '-c role=longshore_system' })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Retries, because the suite's own notes must not fail while the database is unreachable. */
export async function note(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  const { rowCount } = await retryTransient(() => pool.query(text, values), new AbortController().signal)
  return rowCount ?? 0
}

/** For the benchmark: measures only the durable layer. */
export const fiveEmptySteps = workflow(
  declareWorkflow({ kind: 'five-empty-steps', input: z.null() }),
  ['e1', 'e2', 'e3', 'e4', 'e5'].map((name) =>
    step<null, void>({ name, output: z.void(), deadlineMs: 10_000, run: async () => undefined }),
  ),
)
