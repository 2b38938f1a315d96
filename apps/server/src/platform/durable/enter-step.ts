/**
 * What must happen before a step may begin, in one transaction: the run's locks, the step's slot, the point of no return,
 * the hooks. A run that has to wait gives back its turn at the engine and costs nothing until it is granted.
 */
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Execution } from './execution.ts'
import { isMine, whyRefused } from './journal.ts'
import { Interruption } from './live-runs.ts'
import { lockResources, requestLock } from './locks.ts'
import { requestSlot } from './slots.ts'
import { retryTransient } from './transient.ts'
import type { AnyWorkflow, Step } from './workflow.ts'

export type Entry = 'entered' | 'parked' | 'cancelled'

/** Kinds whose first step is entered by a transaction of its own. */
export function startsSlowly(workflow: AnyWorkflow): boolean {
  return workflow.locks !== undefined || workflow.onStart !== undefined
}

export async function enterStep(execution: Execution, step: Step<unknown, unknown>): Promise<Entry> {
  const { run, workflow, options, live } = execution
  const isCurrent = run.currentStep === step.name
  const mustStart = run.startedAt === null && isCurrent && startsSlowly(workflow)
  if (isCurrent && run.stepEntered) return 'entered'
  if (!mustStart && workflow.onStep === undefined && step.slot === undefined && step.cancellable) return 'entered'
  return await retryTransient(
    () => options.database.system((tx) => enter(tx, execution, step, mustStart)),
    live.gone.signal,
  )
}

async function enter(tx: Tx, execution: Execution, step: Step<unknown, unknown>, mustStart: boolean): Promise<Entry> {
  const { run, workflow, subject } = execution
  const locks = mustStart ? (workflow.locks?.(subject.input) ?? []) : []
  const slot = step.slot?.(subject.input)
  await lockResources(
    tx,
    [...locks, ...(slot === undefined ? [] : [slot])].map((each) => each.resource),
  )
  if (!(await isMine(tx, run))) {
    if ((await whyRefused(tx, run, step.name)) === 'cancelled') return 'cancelled'
    throw new Interruption('lost')
  }
  const owner = { runId: run.id, organizationId: run.organizationId }
  for (const lock of locks.toSorted((a, b) => (a.resource < b.resource ? -1 : 1))) {
    if (!(await requestLock(tx, lock, owner))) return await park(tx, execution, { type: 'lock', ...lock }, 'queued')
  }
  if (mustStart) {
    await sql`update workflow_runs set started_at = now() where id = ${run.id}`.execute(tx)
    await workflow.onStart?.(tx, subject)
  }
  if (slot !== undefined && !(await requestSlot(tx, slot, owner))) {
    return await park(tx, execution, { type: 'slot', resource: slot.resource }, 'running')
  }
  await sql`
    update workflow_runs set step_entered = true, current_step = ${step.name}, cancellable = cancellable and ${step.cancellable}
    where id = ${run.id}
  `.execute(tx)
  await workflow.onStep?.(tx, subject, step.name)
  return 'entered'
}

async function park(
  tx: Tx,
  { run }: Execution,
  waitingFor: { type: string; resource: string },
  status: 'queued' | 'running',
): Promise<Entry> {
  await sql`
    update workflow_runs set status = ${status}, was_parked = true, takeovers = 0,
      waiting_for = ${JSON.stringify({ ...waitingFor, since: new Date().toISOString() })}::jsonb
    where id = ${run.id}
  `.execute(tx)
  return 'parked'
}
