/**
 * Everything that must happen before a step can begin, in one transaction: the run's locks, the step's slot, the point
 * of no return, the hooks. A run that has to wait ends its invocation and costs nothing until the request is granted.
 */
import type { Execution } from './execution.ts'
import type { JournalTransaction } from './journal.ts'
import { Interruption } from './live-runs.ts'
import { retryTransient } from './transient.ts'
import type { AnyWorkflow, Step } from './workflow.ts'

export type Entry = 'entered' | 'parked' | 'cancelled'

/** Whether the first step of a kind is entered in a transaction of its own. */
export function startsSlowly(workflow: AnyWorkflow): boolean {
  return workflow.locks !== undefined || workflow.onStart !== undefined
}

/**
 * `isFirst`: the first step that this worker runs. Only that one can have begun earlier, or follow a step of another
 * release.
 */
export async function enterStep(
  execution: Execution,
  step: Step<unknown, unknown>,
  { isFirst }: { isFirst: boolean },
): Promise<Entry> {
  const { run, workflow, options, live } = execution
  const isCurrent = isFirst && run.currentStep === step.name
  const mustStart = isFirst && run.startedAt === null && startsSlowly(workflow)
  if (isCurrent && run.stepEntered) return 'entered'
  const left = isFirst && !isCurrent && run.startedAt !== null ? run.currentStep : null
  const isPlain = workflow.onStep === undefined && step.slot === undefined && step.cancellable
  if (!mustStart && left === null && isPlain) return 'entered'
  return await retryTransient(
    () => options.journal.transaction((transaction) => enter(transaction, execution, { step, mustStart, left })),
    live.gone.signal,
    options.timers,
  )
}

async function enter(
  transaction: JournalTransaction,
  execution: Execution,
  { step, mustStart, left }: { step: Step<unknown, unknown>; mustStart: boolean; left: string | null },
): Promise<Entry> {
  const { run, workflow, subject } = execution
  const { tx } = transaction
  // The holder has the locks. If this run waited for others while its holder waits for it, both could wait forever.
  const locks = mustStart && run.heldBy === null ? (workflow.locks?.(subject.input) ?? []) : []
  const slot = step.slot?.(subject.input)
  await transaction.lockResources([...locks, ...(slot === undefined ? [] : [slot])].map((each) => each.resource))
  if (!(await transaction.isMine(run))) {
    if ((await transaction.whyRefused(run, step.name)) === 'cancelled') return 'cancelled'
    throw new Interruption('lost')
  }
  const { isStarted, enteredStep } = await transaction.readEntry(run.id)
  // The response to this very transaction was lost; don't announce its hooks again.
  if (enteredStep === step.name) return 'entered'
  for (const lock of locks.toSorted((a, b) => (a.resource < b.resource ? -1 : 1))) {
    if (await transaction.requestLock(lock, run)) continue
    await transaction.park(run.id, { type: 'lock', ...lock }, 'queued')
    return 'parked'
  }
  if (mustStart && !isStarted) {
    await transaction.markStarted(run.id)
    await workflow.onStart?.(tx, subject)
  }
  if (slot !== undefined && !(await transaction.requestSlot(slot, run))) {
    await transaction.park(run.id, { type: 'slot', resource: slot.resource }, 'running')
    return 'parked'
  }
  await transaction.markEntered(run.id, step, left)
  await workflow.onStep?.(tx, subject, step.name)
  return 'entered'
}
