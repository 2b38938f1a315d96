/**
 * The journal as a port: run ownership and completed steps. The driver doesn't know where it is stored: PostgreSQL in
 * production, memory in simulations; both pass one contract test.
 *
 * Every write names the fence under which the writer claimed the run, and writes nothing if another worker has claimed
 * the run since.
 *
 * Decision: docs/decisions/0015-simulation-with-production-code.md
 */
import type { OrganizationId, Tx } from '../database/database.ts'
import type { LockRequest } from './locks.ts'
import type { RunError } from './permanent-error.ts'
import type { SlotRequest } from './slots.ts'
import type { StoredRun } from './to-run.ts'
import type { FinishedRun, Run } from './workflow.ts'
import type { RunId } from './workflow-ref.ts'

export interface ClaimedRun {
  readonly id: RunId
  readonly organizationId: OrganizationId | null
  readonly kind: string
  readonly key: string
  readonly input: unknown
  /** The run that waits for this one; its locks and slots cover this run too. */
  readonly heldBy: RunId | null
  readonly status: 'running' | 'cancelling'
  readonly fence: number
  readonly takeovers: number
  readonly currentStep: string | null
  /** Steps that began under another release and are neither recorded nor current. */
  readonly leftSteps: readonly string[]
  readonly stepEntered: boolean
  readonly stepAttempt: number
  readonly startedAt: Date | null
  readonly wasParked: boolean
  readonly error: RunError | null
  /** True if no worker has claimed the run before, so it has no journal yet. */
  readonly isFresh: boolean
  /** Whether the run holds locks or slots, or waits for some. */
  readonly hasHolds: boolean
}

export interface JournalRow {
  readonly name: string
  readonly phase: 'run' | 'undo'
  readonly status: 'failed' | 'succeeded'
  readonly output: unknown
}

/** Facts about workflow kinds that a claim needs. */
export interface ClaimHints {
  /** JSON object: kind → name of its first step. */
  readonly firstSteps: string
  /** Kinds whose start needs a transaction of its own (locks, hooks). */
  readonly slowStarters: readonly string[]
}

export interface Owned {
  readonly id: RunId
  readonly fence: number
}

export interface StepRecord {
  readonly name: string
  readonly attempt: number
  readonly output: unknown
  /** Null after the last step: the run has succeeded. */
  readonly next: string | null
}

export interface FailedAttempt {
  readonly step: string
  readonly attempt: number
  readonly error: RunError
  /** False: the attempt will be retried; true: the run fails. */
  readonly isFinal: boolean
}

export interface UndoRecord {
  readonly step: string
  readonly attempt: number
  readonly startedAt: Date
  readonly error: RunError | null
}

export type Refusal = 'recorded' | 'cancelled' | 'lost'

/** A queued run that will never start: canceled, or superseded by a newer run of its kind and key. */
export interface ObsoleteRun extends StoredRun {
  readonly cancelled: boolean
  readonly supersededBy: RunId | null
}

export interface ObsoleteRunFilter {
  /** Kinds of which only the newest queued run of a key runs. */
  readonly superseding: readonly string[]
  readonly key: string | null
  readonly id: string | null
}

/** Statements that work alone and inside a transaction. */
interface JournalStatements {
  /**
   * Records the result of this step and the start of the next. Returns false if the run is no longer ours or was
   * canceled.
   */
  recordStep(run: Owned, record: StepRecord): Promise<boolean>
  /** Explains why a record was refused. */
  whyRefused(run: Owned, step: string): Promise<Refusal>
  findObsolete(filter: ObsoleteRunFilter): Promise<ObsoleteRun[]>
}

export interface Journal extends JournalStatements {
  /**
   * Claims the next run of this key under a new fence: the running one if there is one, else the oldest queued one. It
   * skips runs that wait for a lock or a slot, the runs behind them, and kinds that the hints don't name.
   */
  claimHead(key: string, hints: ClaimHints): Promise<ClaimedRun | undefined>
  /** Returns the kind of the key's next run if it could be claimed but the hints don't name it. */
  findUnknownKind(key: string, hints: ClaimHints): Promise<string | undefined>
  /** Reads after the claim, when no earlier owner can add steps. */
  readSteps(runId: RunId): Promise<JournalRow[]>
  recordFailedAttempt(run: Owned, failure: FailedAttempt): Promise<boolean>
  /** Lets the run wait without an invocation; it gets a new one when the time is over. */
  waitForRetry(run: Owned, waitMs: number): Promise<boolean>
  /** Runs `work` atomically. */
  transaction<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T>
}

export type RunToEnd = Pick<Run<unknown>, 'id' | 'key'> & { readonly wasParked: boolean }

export interface JournalTransaction extends JournalStatements {
  /** Transaction for hooks and step records. */
  readonly tx: Tx
  /** Queues for resources; call it before locking any row of a run. */
  lockResources(resources: readonly string[]): Promise<void>
  /** Same as `lockResources`, for everything that the run holds or waits for. */
  lockHolds(runId: RunId): Promise<void>
  lockRun(runId: RunId): Promise<void>
  /** Asks the runs that this one holds to end. Returns how many haven't ended yet. */
  cancelHeldRuns(holder: RunId): Promise<number>
  /** Locks the run's row if it is still ours and can still continue in this phase. */
  isMine(run: Owned, phase?: 'run' | 'undo'): Promise<boolean>
  /** Requests a lock; returns whether the run holds it now. */
  requestLock(request: LockRequest, run: Pick<ClaimedRun, 'id' | 'organizationId'>): Promise<boolean>
  requestSlot(request: SlotRequest, run: Pick<ClaimedRun, 'id' | 'organizationId'>): Promise<boolean>
  releaseSlots(runId: RunId): Promise<void>
  markStarted(runId: RunId): Promise<void>
  /**
   * Reads what is already recorded about the run's start, which this worker may have written before the response to its
   * commit was lost.
   */
  readEntry(runId: RunId): Promise<{ isStarted: boolean; enteredStep: string | null }>
  /** `left`: the previously current step, begun under another release. */
  markEntered(runId: RunId, step: { name: string; cancellable: boolean }, left: string | null): Promise<void>
  park(runId: RunId, waitingFor: { type: string; resource: string }, status: 'queued' | 'running'): Promise<void>
  /** Returns false if the undo was already recorded. The caller has checked that the run is ours. */
  recordUndo(run: Owned, undo: UndoRecord): Promise<boolean>
  /** `notUndone`: steps whose undo failed for good. */
  readEnd(runId: RunId): Promise<{ status: string; error: RunError | null; notUndone: string[] | null } | undefined>
  /** Sets only the final state. */
  markFinished(runId: RunId, end: FinishedRun): Promise<void>
  /** Passes locks and slots to the next in line, and wakes the run behind this one. */
  passOn(run: RunToEnd): Promise<void>
}
