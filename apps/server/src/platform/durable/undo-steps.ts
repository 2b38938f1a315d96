/** Undoes the steps that had begun, in reverse order, and ends the run as canceled or failed. */
import { attemptWork, backoffMs } from './attempt.ts'
import { assertMine, type Execution, guardedWrite, isLostTooOften, type Recorder, stepContext } from './execution.ts'
import { finishRun } from './finish-run.ts'
import type { UndoRecord } from './journal.ts'
import { Interruption } from './live-runs.ts'
import { describeError, isPermanent, PermanentError, type RunError } from './permanent-error.ts'
import { retryTransient } from './transient.ts'
import type { Step, UndoContext } from './workflow.ts'

const minAttempts = 5
/** An undo removes what its step created. It needs less time than the step, and others wait for it. */
const undoDeadlineMs = 30 * 60_000
const heldPauseMs = 500
/** About half a minute, given Restate's pauses between attempts. */
const attemptsElsewhere = 10

export async function undoSteps(execution: Execution): Promise<void> {
  const { workflow, begun, undone, run, options, live } = execution
  let lostTooOften = isLostTooOften(execution)
  // The step has stopped, so release its slot before the undo; waiting runs must not wait for that too.
  if (workflow.steps.some((step) => step.slot !== undefined))
    await retryTransient(() => releaseRunSlots(execution), live.gone.signal, options.timers)
  for (const step of workflow.steps.toReversed()) {
    if (step.undo === undefined || !begun.has(step.name) || undone.has(step.name)) continue
    await undoStep(execution, step, lostTooOften)
    lostTooOften = false
    await options.point(`undo-recorded:${step.name}`, run.id)
  }
  await handleUnknownSteps(execution)
  await endHeldRuns(execution)
  await options.point('finishing', run.id)
  await retryTransient(() => finish(execution), live.gone.signal, options.timers)
}

/**
 * Handles steps of another release, which only that release can undo. Its workers get a chance after this worker has
 * undone everything it can, so that traffic doesn't wait for them. If there are none, the run ends and lists the step
 * as not undone.
 */
async function handleUnknownSteps(execution: Execution): Promise<void> {
  const { workflow, begun, undone, run } = execution
  const known = new Set(workflow.steps.map((step) => step.name))
  const unknown = [...begun].filter((name) => !known.has(name) && !undone.has(name))
  if (unknown.length === 0) return
  if (run.takeovers < attemptsElsewhere) throw new Error(`another release has to undo ${unknown.join(', ')}`)
  for (const name of unknown) {
    const message = `This release of Longshore does not know the step ${name}.`
    const error: RunError = { code: cleanupFailed.code, message, step: name }
    await commitUndo(execution, { step: name, attempt: 1, startedAt: new Date(), error }, [])
  }
}

/** Ends the held runs first: they rely on the locks of this run, which its end releases. */
async function endHeldRuns({ options, run, live }: Execution): Promise<void> {
  const countOpen = () =>
    options.journal.transaction(async (transaction) => {
      await assertMine(transaction, run, 'undo')
      return await transaction.cancelHeldRuns(run.id)
    })
  while ((await retryTransient(countOpen, live.gone.signal, options.timers)) > 0)
    await options.timers.wait(heldPauseMs, live.gone.signal)
}

async function releaseRunSlots({ options, run }: Execution): Promise<void> {
  await options.journal.transaction(async (transaction) => {
    await transaction.lockHolds(run.id)
    await assertMine(transaction, run, 'undo')
    await transaction.releaseSlots(run.id)
  })
}

async function undoStep(execution: Execution, step: Step<unknown, unknown>, lostTooOften: boolean): Promise<void> {
  const { run, live, options } = execution
  const startedAt = new Date()
  if (lostTooOften) {
    const error = describeError(
      new PermanentError('worker_lost', `The worker was lost while undoing ${step.name}.`),
      step.name,
    )
    return await commitUndo(execution, { step: step.name, attempt: 1, startedAt, error }, [])
  }
  for (let attempt = 1; ; attempt += 1) {
    await options.point(`undo-start:${step.name}`, run.id)
    const records: Recorder[] = []
    const result = await attemptWork(
      async (signal) => await step.undo?.(undoContext(execution, step, { attempt, signal, records })),
      {
        deadlineMs: typeof step.deadlineMs === 'number' ? Math.min(step.deadlineMs, undoDeadlineMs) : undoDeadlineMs,
        interruptedBy: [live.gone.signal],
        graceMs: options.stopGraceMs,
        onStuck: (stuckMs) => options.onStuck({ runId: run.id, step: step.name, stuckMs }),
        timers: options.timers,
      },
    )
    await options.point(`undone:${step.name}`, run.id)
    if (result.ok) return await commitUndo(execution, { step: step.name, attempt, startedAt, error: null }, records)
    live.gone.signal.throwIfAborted()
    options.log.warn({ err: result.error, runId: run.id, kind: run.kind, step: step.name, attempt }, 'undo failed')
    if (isPermanent(result.error) || attempt >= Math.max(minAttempts, step.attempts)) {
      const error = describeError(result.error, step.name)
      return await commitUndo(execution, { step: step.name, attempt, startedAt, error }, [])
    }
    await options.timers.wait(backoffMs(attempt, options.backoff, options.timers.random), live.gone.signal)
  }
}

function undoContext(
  execution: Execution,
  step: Step<unknown, unknown>,
  attempt: { attempt: number; signal: AbortSignal; records: Recorder[] },
): UndoContext<unknown, unknown> {
  const { outputs } = execution
  return {
    ...stepContext(execution, step, attempt),
    output: outputs.has(step.name) ? step.output.parse(outputs.get(step.name) ?? undefined) : undefined,
    write: (work) => guardedWrite(execution, 'undo', work),
  }
}

async function commitUndo(execution: Execution, undo: UndoRecord, records: readonly Recorder[]): Promise<void> {
  const { run, live, options } = execution
  await retryTransient(
    () =>
      options.journal.transaction(async (transaction) => {
        await assertMine(transaction, run, 'undo')
        if (!(await transaction.recordUndo(run, undo))) return
        for (const work of records) await work(transaction.tx)
      }),
    live.gone.signal,
    options.timers,
  )
}

async function finish({ options, run, workflow, subject }: Execution): Promise<void> {
  await options.journal.transaction(async (transaction) => {
    await transaction.lockHolds(run.id)
    if (!(await transaction.isMine(run, 'undo'))) throw new Interruption('lost')
    const row = await transaction.readEnd(run.id)
    const isCancelled = row?.status === 'cancelling'
    const leftBehind = row?.notUndone ?? null
    const base = row?.error ?? (leftBehind === null ? null : cleanupFailed)
    const error = base === null || leftBehind === null ? base : { ...base, notUndone: leftBehind }
    const status = isCancelled ? 'cancelled' : 'failed'
    await finishRun(transaction, workflow, subject, { status, error, supersededBy: null })
  })
}

const cleanupFailed: RunError = {
  code: 'undo_failed',
  message: 'The run was cancelled, but not everything it had done could be undone.',
  hint: 'Look at the steps that were not undone and remove what they left behind.',
}
