/** Runs the steps that aren't recorded yet, in order. */
import { attemptWork, backoffMs } from './attempt.ts'
import { enterStep } from './enter-step.ts'
import { type Execution, isLostTooOften, type Recorder, readOutput, stepContext } from './execution.ts'
import { afterFinish, finishRun } from './finish-run.ts'
import { Interruption } from './live-runs.ts'
import { describeError, isPermanent, PermanentError, type RunError } from './permanent-error.ts'
import { isTransient, retryTransient } from './transient.ts'
import { type FinishedRun, maxDeadlineMs, type Step } from './workflow.ts'

/** `undo`: the run was canceled or failed. */
export type StepsOutcome = 'finished' | 'parked' | 'undo'

/** Shorter pauses are waited for in place. */
const longWaitMs = 2_000

const success: FinishedRun = { status: 'succeeded', error: null, supersededBy: null }

export async function runSteps(execution: Execution): Promise<StepsOutcome> {
  const { workflow, outputs, begun, run, options } = execution
  const remaining = workflow.steps.filter((step) => !outputs.has(step.name))
  const unfit = findInputError(execution)
  if (unfit !== undefined) return await failNow(execution, run.currentStep ?? remaining[0]?.name ?? '', unfit)
  for (const [index, step] of remaining.entries()) {
    const entry = await enterStep(execution, step, { isFirst: index === 0 })
    if (entry !== 'entered') return entry === 'parked' ? 'parked' : 'undo'
    begun.add(step.name)
    const next = remaining[index + 1]?.name ?? null
    const end = await performStep(execution, step, next)
    if (end !== 'recorded') return end
    await options.point(`recorded:${step.name}`, run.id)
  }
  if (remaining.length === 0) await finishRecordedRun(execution)
  return 'finished'
}

async function performStep(
  execution: Execution,
  step: Step<unknown, unknown>,
  next: string | null,
): Promise<'recorded' | 'parked' | 'undo'> {
  const { run, live, options } = execution
  const first = run.currentStep === step.name ? run.stepAttempt + 1 : 1
  const stop = AbortSignal.any([live.cancelled.signal, live.gone.signal])
  for (let attempt = first; ; attempt += 1) {
    await options.point(`start:${step.name}`, run.id)
    const records: Recorder[] = []
    const deadlineMs = deadlineOf(execution, step)
    const result = await attemptWork((signal) => step.run(stepContext(execution, step, { attempt, signal, records })), {
      deadlineMs,
      interruptedBy: [live.cancelled.signal, live.gone.signal],
      graceMs: options.stopGraceMs,
      onStuck: (stuckMs) => options.onStuck({ runId: run.id, step: step.name, stuckMs }),
      timers: options.timers,
    })
    await options.point(`ran:${step.name}`, run.id)
    let error: unknown
    if (result.ok) {
      const done = await commitStep(execution, step, { attempt, output: result.value, records, next })
      if (done.ok) return done.value ? 'recorded' : 'undo'
      error = done.error
    } else {
      error = result.error
    }
    if (error instanceof Interruption && error.kind === 'cancel') return 'undo'
    if (error instanceof Interruption && error.kind !== 'deadline') throw error
    const isLate = error instanceof Interruption
    const failure = isLate ? deadlineError(step, deadlineMs) : error
    const isFinal = (isLate ? !step.retriesDeadline : isPermanent(error)) || attempt >= step.attempts
    const canRetry = await recordFailure(execution, step, { attempt, error: failure, isFinal })
    if (!canRetry) return 'undo'
    const waitMs = backoffMs(attempt, options.backoff, options.timers.random)
    if (waitMs >= longWaitMs) return await parkForRetry(execution, step, waitMs)
    await options.timers.wait(waitMs, stop).catch(() => undefined)
    live.gone.signal.throwIfAborted()
    if (live.cancelled.signal.aborted) return 'undo'
  }
}

/** Ends the invocation, so that a thousand runs waiting for a mail server don't keep Restate busy. */
async function parkForRetry(
  { run, live, options }: Execution,
  step: Step<unknown, unknown>,
  waitMs: number,
): Promise<'parked' | 'undo'> {
  const { journal, timers } = options
  if (await retryTransient(() => journal.waitForRetry(run, waitMs), live.gone.signal, timers)) return 'parked'
  if ((await journal.whyRefused(run, step.name)) === 'cancelled') return 'undo'
  throw new Interruption('lost')
}

interface StepResult {
  readonly attempt: number
  readonly output: unknown
  readonly records: readonly Recorder[]
  readonly next: string | null
}

/** `value` is false if a cancel came first. An error comes from a `record` callback or a hook. */
async function commitStep(
  execution: Execution,
  step: Step<unknown, unknown>,
  result: StepResult,
): Promise<{ ok: true; value: boolean } | { ok: false; error: unknown }> {
  const { run, live, options } = execution
  try {
    const recorded = await retryTransient(() => writeStep(execution, step, result), live.gone.signal, options.timers)
    const why = recorded ? 'recorded' : await options.journal.whyRefused(run, step.name)
    if (why === 'lost') throw new Interruption('lost')
    if (why === 'recorded') execution.outputs.set(step.name, result.output)
    return { ok: true, value: why === 'recorded' }
  } catch (error) {
    if (error instanceof Interruption || isTransient(error)) throw error
    return { ok: false, error }
  }
}

async function writeStep(execution: Execution, step: Step<unknown, unknown>, result: StepResult): Promise<boolean> {
  const { run, workflow, subject, options } = execution
  const record = { name: step.name, ...result }
  const isLast = result.next === null
  const mayHold = run.hasHolds || workflow.locks !== undefined || workflow.steps.some((each) => each.slot !== undefined)
  const endsMore = isLast && (mayHold || run.wasParked || workflow.onFinish !== undefined)
  if (result.records.length === 0 && step.slot === undefined && !endsMore) {
    return await options.journal.recordStep(run, record)
  }
  return await options.journal.transaction(async (transaction) => {
    if (mayHold && (isLast || step.slot !== undefined)) await transaction.lockHolds(run.id)
    if (!(await transaction.recordStep(run, record))) return false
    for (const work of result.records) await work(transaction.tx)
    if (isLast) await afterFinish(transaction, workflow, subject, success)
    else if (step.slot !== undefined) await transaction.releaseSlots(run.id)
    return true
  })
}

/** Records the failed attempt; returns whether the step can be retried. */
async function recordFailure(
  execution: Execution,
  step: Step<unknown, unknown>,
  { attempt, error, isFinal }: { attempt: number; error: unknown; isFinal: boolean },
): Promise<boolean> {
  const { run, live, options } = execution
  const where = { runId: run.id, kind: run.kind, step: step.name }
  options.log.warn({ err: error, ...where, attempt, isFinal }, 'step failed')
  const failure = { step: step.name, attempt, error: describeError(error, step.name), isFinal }
  const recorded = await retryTransient(
    () => options.journal.recordFailedAttempt(run, failure),
    live.gone.signal,
    options.timers,
  )
  if (recorded) return !isFinal
  if ((await options.journal.whyRefused(run, step.name)) === 'cancelled') return false
  throw new Interruption('lost')
}

function deadlineOf(execution: Execution, step: Step<unknown, unknown>): number {
  const { deadlineMs } = step
  if (typeof deadlineMs === 'number') return deadlineMs
  return Math.min(
    maxDeadlineMs,
    deadlineMs.from({ input: execution.subject.input, output: readOutput(execution, step) }),
  )
}

function deadlineError(step: Step<unknown, unknown>, deadlineMs: number): PermanentError {
  const seconds = deadlineMs < 1_000 ? deadlineMs / 1_000 : Math.round(deadlineMs / 1_000)
  return new PermanentError('step_deadline_exceeded', `The step ${step.name} did not finish within ${seconds} seconds.`)
}

function findInputError(execution: Execution): RunError | undefined {
  const { run, inputError } = execution
  const step = run.currentStep ?? ''
  if (inputError !== undefined) {
    return describeError(
      new PermanentError('run_input_invalid', 'This release cannot read the input of the run.', { cause: inputError }),
      step,
    )
  }
  if (!isLostTooOften(execution)) return undefined
  const message = `The worker was lost ${run.takeovers} times in a row during the step ${step}.`
  return describeError(new PermanentError('worker_lost', message), step)
}

async function failNow(execution: Execution, step: string, error: RunError): Promise<StepsOutcome> {
  const failure = { step, attempt: execution.run.stepAttempt + 1, error, isFinal: true }
  await execution.options.journal.recordFailedAttempt(execution.run, failure)
  return 'undo'
}

/** Ends a run whose steps are all recorded although no worker ended it: an older release had one more step. */
async function finishRecordedRun({ options, run, workflow, subject }: Execution): Promise<void> {
  await options.journal.transaction(async (transaction) => {
    await transaction.lockHolds(run.id)
    if (!(await transaction.isMine(run))) throw new Interruption('lost')
    await finishRun(transaction, workflow, subject, success)
  })
}
