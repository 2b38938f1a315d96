/**
 * How a workflow is written: an ordered list of steps. What holds, whatever dies:
 *
 * - every started run reaches exactly one terminal state;
 * - a step that was recorded never runs again; one that was interrupted runs again, so `run` and `undo` are idempotent;
 * - what `record` registers commits with the step's result or not at all, and never by a worker that was replaced;
 * - after a failure or a cancel, `undo` of every step that had begun runs in reverse order, and only once the running step
 *   has really stopped.
 */
import type { z } from 'zod'
import type { OrganizationId, Tx } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { LockRequest } from './locks.ts'
import type { RunError } from './permanent-error.ts'
import type { SlotRequest } from './slots.ts'
import { isName, type RunId, type WorkflowRef } from './workflow-ref.ts'

export interface Run<Input> {
  readonly id: RunId
  readonly organizationId: OrganizationId | null
  readonly kind: string
  readonly key: string
  readonly input: Input
}

export interface StepContext<Input> {
  readonly run: Run<Input>
  readonly input: Input
  /** Counts from 1. */
  readonly attempt: number
  /** Grows with every claim of any run: targets refuse effects that carry an older one. */
  readonly fence: number
  /** Fires on cancel, at the deadline, when this worker stops or was replaced. The step must then end soon. */
  readonly signal: AbortSignal
  readonly log: Log
  /** The recorded output of an earlier step. */
  output<Output>(step: Step<Input, Output>): Output
  /** Commits together with the step's result. Nothing else may be awaited in it. */
  record(work: (tx: Tx) => Promise<void>): void
  /** A transaction of its own in the middle of the step, refused when the run was cancelled or taken over. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface UndoContext<Input, Output> extends Omit<StepContext<Input>, 'output'> {
  /** Undefined when the step was interrupted or failed: parts of its effect may be there. */
  readonly output: Output | undefined
}

/** `from`: depends on the input, or on what earlier steps returned. */
export type Deadline<Input> = number | { from(context: Pick<StepContext<Input>, 'input' | 'output'>): number }

export interface Step<Input, Output> {
  readonly name: string
  /** Outputs are read back through it, also by a later release. */
  readonly output: z.ZodType<Output>
  /** Of one attempt. */
  readonly deadlineMs: Deadline<Input>
  /** A step that fails for good is not tried again: see PermanentError. */
  readonly attempts: number
  /**
   * False: the run fails when an attempt exceeds its deadline. True: that attempt counts like any other failure. Only for
   * short steps: a slot, a lock and everyone behind the run wait for `attempts` times the deadline.
   */
  readonly retriesDeadline: boolean
  readonly cancellable: boolean
  /** Claims in a row after which the step is held to be what kills the workers; default: that of the driver. */
  readonly maxTakeovers?: number
  slot?(input: Input): SlotRequest | undefined
  run(context: StepContext<Input>): Promise<Output>
  undo?(context: UndoContext<Input, Output>): Promise<void>
}

export interface FinishedRun {
  readonly status: 'succeeded' | 'failed' | 'cancelled' | 'superseded'
  readonly error: RunError | null
  readonly supersededBy: RunId | null
}

/** Hooks run inside the transaction that changes the run's state; publish events last in them. */
export interface Workflow<Input> {
  readonly ref: WorkflowRef<Input>
  readonly steps: readonly Step<Input, unknown>[]
  /** Taken before the first step, released with the terminal state; the run waits in line for them. */
  locks?(input: Input): LockRequest[]
  onStart?(tx: Tx, run: Run<Input>): Promise<void>
  onStep?(tx: Tx, run: Run<Input>, step: string): Promise<void>
  onFinish?(tx: Tx, run: Run<Input>, end: FinishedRun): Promise<void>
}

export type AnyWorkflow = Workflow<unknown>

/** The engine must not take a step that is silent for this long for a lost one: see endpoint.ts. */
export const maxDeadlineMs = 7 * 86_400_000

export interface StepOptions<Input, Output>
  extends Omit<Step<Input, Output>, 'attempts' | 'retriesDeadline' | 'cancellable'> {
  /** Default 5. */
  attempts?: number
  /** Default false. */
  retriesDeadline?: boolean
  /** False: from this step on the run cannot be cancelled. */
  cancellable?: boolean
}

export function step<Input, Output>(options: StepOptions<Input, Output>): Step<Input, Output> {
  if (!isName(options.name)) throw new TypeError(`${options.name} is not a name for a step`)
  const { deadlineMs } = options
  if (typeof deadlineMs === 'number' && deadlineMs > maxDeadlineMs)
    throw new TypeError(`the deadline of ${options.name} is longer than a week`)
  return { attempts: 5, retriesDeadline: false, cancellable: true, ...options }
}

export function workflow<Input>(
  ref: WorkflowRef<Input>,
  steps: readonly Step<Input, unknown>[],
  hooks: Pick<Workflow<Input>, 'locks' | 'onStart' | 'onStep' | 'onFinish'> = {},
): Workflow<Input> {
  if (steps.length === 0) throw new TypeError(`workflow ${ref.kind} has no steps`)
  if (new Set(steps.map((each) => each.name)).size !== steps.length) {
    throw new TypeError(`workflow ${ref.kind} has two steps of one name`)
  }
  return { ref, steps, ...hooks }
}
