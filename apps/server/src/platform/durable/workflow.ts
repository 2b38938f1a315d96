/**
 * Definition of a workflow: an ordered list of steps. Guarantees, whatever crashes:
 *
 * - every started run reaches exactly one final state;
 * - a recorded step never runs again; an interrupted one runs again, so `run` and `undo` must be idempotent;
 * - what `record` registers commits with the step's result or not at all, and never by a worker that was replaced;
 * - after a failure or a cancel, `undo` of every step that had begun runs in reverse order, and only once the running
 *   step has stopped.
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
  /** Fails for a run of the instance itself, which belongs to no organization. */
  readonly organizationId: OrganizationId
  readonly kind: string
  readonly key: string
  readonly input: Input
}

export interface StepContext<Input> {
  readonly run: Run<Input>
  readonly input: Input
  /** Starts at 1. */
  readonly attempt: number
  /** Increases with every claim of any run; targets refuse effects that carry an older fence. */
  readonly fence: number
  /** Fires on cancel, at the deadline, and when this worker stops or was replaced. The step must then end soon. */
  readonly signal: AbortSignal
  readonly log: Log
  /** Returns the recorded output of an earlier step. */
  output<Output>(step: Step<Input, Output>): Output
  /** Commits together with the step's result. Don't await anything else in it. */
  record(work: (tx: Tx) => Promise<void>): void
  /** Runs a transaction of its own in the middle of the step; refused if the run was canceled or taken over. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface UndoContext<Input, Output> extends Omit<StepContext<Input>, 'output'> {
  /** Undefined if the step was interrupted or failed; parts of its effect may exist. */
  readonly output: Output | undefined
}

/** `from` computes the deadline from the input or from outputs of earlier steps. */
export type Deadline<Input> = number | { from(context: Pick<StepContext<Input>, 'input' | 'output'>): number }

export interface Step<Input, Output> {
  readonly name: string
  /** Parses stored outputs, also those of an earlier release. */
  readonly output: z.ZodType<Output>
  /** Deadline of one attempt. */
  readonly deadlineMs: Deadline<Input>
  /** Maximum number of attempts. A PermanentError is never retried. */
  readonly attempts: number
  /**
   * False: the run fails when an attempt exceeds its deadline. True: that attempt counts like any other failure. Set it
   * only for short steps: a slot, a lock and every run behind this one wait for `attempts` times the deadline.
   */
  readonly retriesDeadline: boolean
  readonly cancellable: boolean
  /** Number of consecutive claims after which the step is assumed to crash the workers; defaults to the driver's. */
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
  /** Locks that the run takes before its first step, waiting in line for them, and releases with its final state. */
  locks?(input: Input): LockRequest[]
  onStart?(tx: Tx, run: Run<Input>): Promise<void>
  onStep?(tx: Tx, run: Run<Input>, step: string): Promise<void>
  onFinish?(tx: Tx, run: Run<Input>, end: FinishedRun): Promise<void>
}

export type AnyWorkflow = Workflow<unknown>

/** Longest deadline. Restate must not treat a step that is silent for this long as lost; see endpoint.ts. */
export const maxDeadlineMs = 7 * 86_400_000

export interface StepOptions<Input, Output>
  extends Omit<Step<Input, Output>, 'attempts' | 'retriesDeadline' | 'cancellable'> {
  /** Default 5. */
  attempts?: number
  /** Default false. */
  retriesDeadline?: boolean
  /** False: the run can't be canceled from this step on. */
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
