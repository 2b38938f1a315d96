/** One claimed run in this worker, and the context that its steps receive. */
import type { Timers } from '../clock/timers.ts'
import type { Tx } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { Backoff } from './attempt.ts'
import type { ClaimedRun, Journal, JournalTransaction } from './journal.ts'
import { Interruption, type LiveRun, type LiveRuns } from './live-runs.ts'
import type { StuckStep } from './stuck-steps.ts'
import { type EndingRun, toRun } from './to-run.ts'
import type { AnyWorkflow, Step, StepContext } from './workflow.ts'

export interface DriverOptions {
  readonly journal: Journal
  readonly timers: Timers
  readonly workflows: ReadonlyMap<string, AnyWorkflow>
  readonly live: LiveRuns
  readonly log: Log
  readonly backoff: Backoff
  /** Number of consecutive claims without a finished step, after which the step is assumed to crash the workers. */
  readonly maxTakeovers: number
  /** How long a step can continue after its signal fired before `onStuck` is called. */
  readonly stopGraceMs: number
  readonly onStuck: (where: StuckStep) => void
  /** Test hook, called at each point where a worker may die. */
  readonly point: (name: string, runId: string) => Promise<void> | void
}

export interface Execution {
  readonly options: DriverOptions
  readonly run: ClaimedRun
  readonly workflow: AnyWorkflow
  /** The run with its parsed input, for steps and hooks. */
  readonly subject: EndingRun
  readonly inputError: unknown
  readonly live: LiveRun
  /** Raw outputs of completed steps. */
  readonly outputs: Map<string, unknown>
  /** Steps that may have left something behind. */
  readonly begun: Set<string>
  readonly undone: ReadonlySet<string>
}

export async function openExecution(options: DriverOptions, run: ClaimedRun, live: LiveRun): Promise<Execution> {
  const workflow = options.workflows.get(run.kind)
  if (workflow === undefined) throw new Error(`no workflow ${run.kind} in this worker`)
  const journal = run.isFresh ? [] : await options.journal.readSteps(run.id)
  const parsed = workflow.ref.input.safeParse(run.input)
  const done = journal.filter((row) => row.phase === 'run' && row.status === 'succeeded')
  const begun = new Set([...done.map((row) => row.name), ...run.leftSteps])
  if (!run.isFresh && run.startedAt !== null && run.currentStep !== null) begun.add(run.currentStep)
  return {
    options,
    run,
    workflow,
    subject: toRun({ ...run, input: parsed.success ? parsed.data : run.input }),
    inputError: parsed.error,
    live,
    outputs: new Map(done.map((row) => [row.name, row.output])),
    begun,
    undone: new Set(journal.filter((row) => row.phase === 'undo').map((row) => row.name)),
  }
}

/** Whether the worker was lost too often during the current step. */
export function isLostTooOften({ run, workflow, options }: Execution): boolean {
  const current = workflow.steps.find((step) => step.name === run.currentStep)
  return run.takeovers > (current?.maxTakeovers ?? options.maxTakeovers)
}

export type Recorder = (tx: Tx) => Promise<void>

export function stepContext(
  execution: Execution,
  step: Step<unknown, unknown>,
  attempt: { attempt: number; signal: AbortSignal; records: Recorder[] },
): StepContext<unknown> {
  const { subject, run, options } = execution
  return {
    run: subject,
    input: subject.input,
    attempt: attempt.attempt,
    fence: run.fence,
    signal: attempt.signal,
    // Created on demand, because most steps don't log.
    get log() {
      return options.log.child({ runId: run.id, kind: run.kind, step: step.name })
    },
    output: readOutput(execution, step),
    record: (work) => void attempt.records.push(work),
    write: (work) => guardedWrite(execution, 'run', work),
  }
}

export function readOutput(
  { outputs }: Pick<Execution, 'outputs'>,
  { name }: Pick<Step<unknown, unknown>, 'name'>,
): StepContext<unknown>['output'] {
  return (earlier) => {
    if (!outputs.has(earlier.name)) throw new Error(`${name} reads ${earlier.name}, which has not run`)
    return earlier.output.parse(outputs.get(earlier.name) ?? undefined)
  }
}

export async function guardedWrite<T>(
  execution: Execution,
  phase: 'run' | 'undo',
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { run, options } = execution
  return await options.journal.transaction(async (transaction) => {
    await assertMine(transaction, run, phase)
    return await work(transaction.tx)
  })
}

export async function assertMine(
  transaction: JournalTransaction,
  run: ClaimedRun,
  phase: 'run' | 'undo',
): Promise<void> {
  if (await transaction.isMine(run, phase)) return
  const why = await transaction.whyRefused(run, '')
  throw new Interruption(why === 'cancelled' ? 'cancel' : 'lost')
}
