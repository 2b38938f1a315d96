/**
 * The journal as a port: who owns a run, which steps are done. The driver knows nothing else of where it is kept: PostgreSQL
 * for the product, memory for simulations; both pass one contract test.
 *
 * Every write names the fence under which the writer claimed the run, and writes nothing when somebody has claimed it since.
 */
import type { OrganizationId, Tx } from '../database/database.ts'
import type { LockRequest } from './locks.ts'
import type { RunError } from './permanent-error.ts'
import type { SlotRequest } from './slots.ts'
import type { FinishedRun, Run } from './workflow.ts'
import type { RunId } from './workflow-ref.ts'

export interface ClaimedRun {
  readonly id: RunId
  readonly organizationId: OrganizationId | null
  readonly kind: string
  readonly key: string
  readonly input: unknown
  /** The run that waits for this one: what that one holds covers it. */
  readonly heldBy: RunId | null
  readonly status: 'running' | 'cancelling'
  readonly fence: number
  readonly takeovers: number
  readonly currentStep: string | null
  /** Begun under another release, and neither recorded nor the current one. */
  readonly leftSteps: readonly string[]
  readonly stepEntered: boolean
  readonly stepAttempt: number
  readonly startedAt: Date | null
  readonly wasParked: boolean
  readonly error: RunError | null
  /** Nobody claimed it before, so it has no journal yet. */
  readonly isFresh: boolean
  /** Holds locks or slots, or waits for some. */
  readonly hasHolds: boolean
}

export interface JournalRow {
  readonly name: string
  readonly phase: 'run' | 'undo'
  readonly status: 'failed' | 'succeeded'
  readonly output: unknown
}

/** Kinds by what the claim must know of them. */
export interface ClaimHints {
  /** JSON object: kind → name of its first step. */
  readonly firstSteps: string
  /** Kinds whose start is a transaction of its own (locks, hooks). */
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
  /** Null: this was the last step, the run has succeeded. */
  readonly next: string | null
}

export interface FailedAttempt {
  readonly step: string
  readonly attempt: number
  readonly error: RunError
  /** False: it will be tried again; true: the run fails. */
  readonly isFinal: boolean
}

export interface UndoRecord {
  readonly step: string
  readonly attempt: number
  readonly startedAt: Date
  readonly error: RunError | null
}

export type Refusal = 'recorded' | 'cancelled' | 'lost'

/** Queued, and never to start: cancelled, or a newer one of its kind and key is there. */
export interface DoomedRun extends Run<unknown> {
  readonly wasParked: boolean
  readonly cancelled: boolean
  readonly supersededBy: RunId | null
}

export interface DoomedFilter {
  /** Kinds of which only the newest queued run of a key is run. */
  readonly superseding: readonly string[]
  readonly key: string | null
  readonly id: string | null
}

/** What can be asked and written in a statement of its own as well as inside a transaction. */
interface JournalStatements {
  /** The result of this step and the start of the next. False: the run is no longer ours, or was cancelled. */
  recordStep(run: Owned, record: StepRecord): Promise<boolean>
  /** Why a record was refused. */
  whyRefused(run: Owned, step: string): Promise<Refusal>
  findDoomed(filter: DoomedFilter): Promise<DoomedRun[]>
}

export interface Journal extends JournalStatements {
  /**
   * Takes the run that is next for this key under a new fence: the one at work if there is one, else the oldest that is
   * queued. A run that waits for a lock or a slot is left alone, and so are those behind it; so is one of a kind that the
   * hints do not name.
   */
  claimHead(key: string, hints: ClaimHints): Promise<ClaimedRun | undefined>
  /** The kind of the run that is next for this key, if it could be claimed and the hints do not name it. */
  findUnknownKind(key: string, hints: ClaimHints): Promise<string | undefined>
  /** Read after the claim: from then on no older owner can add to it. */
  readSteps(runId: RunId): Promise<JournalRow[]>
  recordFailedAttempt(run: Owned, failure: FailedAttempt): Promise<boolean>
  /** Lets the run wait without a turn at the engine; it gets a new one when the time is over. */
  waitForRetry(run: Owned, waitMs: number): Promise<boolean>
  /** All of it or nothing. */
  transaction<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T>
}

export type RunToEnd = Pick<Run<unknown>, 'id' | 'key'> & { readonly wasParked: boolean }

export interface JournalTransaction extends JournalStatements {
  /** For hooks and what steps record. */
  readonly tx: Tx
  /** To stand in line for resources, before any row of a run is locked. */
  lockResources(resources: readonly string[]): Promise<void>
  /** The same for all that the run holds or waits for. */
  lockHolds(runId: RunId): Promise<void>
  lockRun(runId: RunId): Promise<void>
  /** Asks the runs that this one holds to end. Returns how many of them have not. */
  cancelHeldRuns(holder: RunId): Promise<number>
  /** Locks the run's row if it is still ours and may still go forward. */
  isMine(run: Owned, phase?: 'run' | 'undo'): Promise<boolean>
  /** Say whether the run holds it now. */
  requestLock(request: LockRequest, run: Pick<ClaimedRun, 'id' | 'organizationId'>): Promise<boolean>
  requestSlot(request: SlotRequest, run: Pick<ClaimedRun, 'id' | 'organizationId'>): Promise<boolean>
  releaseSlots(runId: RunId): Promise<void>
  markStarted(runId: RunId): Promise<void>
  /** What is written of the run's start already: by this very worker, if the answer to its commit was lost. */
  readEntry(runId: RunId): Promise<{ isStarted: boolean; enteredStep: string | null }>
  /** `left`: the step that was current, begun under another release. */
  markEntered(runId: RunId, step: { name: string; cancellable: boolean }, left: string | null): Promise<void>
  park(runId: RunId, waitingFor: { type: string; resource: string }, status: 'queued' | 'running'): Promise<void>
  /** False: it was recorded before. The caller has made sure that the run is ours. */
  recordUndo(run: Owned, undo: UndoRecord): Promise<boolean>
  /** `notUndone`: steps whose undo failed for good. */
  readEnd(runId: RunId): Promise<{ status: string; error: RunError | null; notUndone: string[] | null } | undefined>
  /** The terminal state alone. */
  markFinished(runId: RunId, end: FinishedRun): Promise<void>
  /** Locks and slots go to the next in line, and whoever stood behind the run gets a turn. */
  passOn(run: RunToEnd): Promise<void>
}
