/** The journal in memory: each function matches the statement of the same name in PostgreSQL. */
import type {
  ClaimedRun,
  ClaimHints,
  FailedAttempt,
  Journal,
  JournalTransaction,
  ObsoleteRun,
  ObsoleteRunFilter,
  Owned,
  Refusal,
  StepRecord,
  UndoRecord,
} from '../../platform/durable/journal.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { RunId } from '../../platform/durable/workflow-ref.ts'
import { releaseLocks, releaseSlots, requestLock, requestSlot } from './memory-holds.ts'
import type { MemoryRun, MemoryRuns } from './memory-runs.ts'

const maxOutputLength = 256 << 10

export function memoryJournal(rows: MemoryRuns): Journal {
  const { store } = rows
  return {
    claimHead: (key, hints) => store.transaction(() => claimHead(rows, key, hints)),
    findUnknownKind: (key, hints) => store.transaction(() => findUnknownKind(rows, key, hints)),
    readSteps: (runId) => store.transaction(() => stepsOf(rows, runId)),
    recordStep: (run, record) => store.transaction(() => recordStep(rows, run, record)),
    whyRefused: (run, step) => store.transaction(() => whyRefused(rows, run, step)),
    recordFailedAttempt: (run, failure) => store.transaction(() => recordFailedAttempt(rows, run, failure)),
    waitForRetry: (run, waitMs) => store.transaction(() => waitForRetry(rows, run, waitMs)),
    findObsolete: (filter) => store.transaction(() => findObsolete(rows, filter)),
    transaction: (work) => store.transaction((tx) => work(journalTransaction(rows, tx))),
  }
}

function journalTransaction(rows: MemoryRuns, tx: JournalTransaction['tx']): JournalTransaction {
  const now = () => rows.store.now()
  return {
    tx,
    // Transactions run one at a time, so there is no line.
    lockResources: async () => undefined,
    lockHolds: async () => undefined,
    lockRun: async () => undefined,
    cancelHeldRuns: async (holder) => rows.cancelHeldRuns(holder),
    isMine: async (run, phase = 'run') => {
      const row = rows.runs.get(run.id)
      if (row === undefined || row.fence !== run.fence || row.finished_at !== null) return false
      return phase === 'undo' || (row.status === 'running' && row.error === null)
    },
    whyRefused: async (run, step) => whyRefused(rows, run, step),
    findObsolete: async (filter) => findObsolete(rows, filter),
    requestLock: async (request, run) => requestLock(rows, request, run),
    requestSlot: async (request, run) => requestSlot(rows, request, run),
    releaseSlots: async (runId) => releaseSlots(rows, runId),
    markStarted: async (runId) => rows.runs.change(runId, { started_at: now() }),
    readEntry: async (runId) => {
      const run = rows.runs.get(runId)
      return {
        isStarted: run !== undefined && run.started_at !== null,
        enteredStep: run?.step_entered === true ? run.current_step : null,
      }
    },
    markEntered: async (runId, { name, cancellable }, left) => {
      const run = rows.runs.get(runId)
      if (run === undefined) return
      rows.runs.change(runId, {
        step_entered: true,
        current_step: name,
        cancellable: run.cancellable && cancellable,
        ...(left === null
          ? {}
          : { step_attempt: 0, left_steps: [...run.left_steps.filter((each) => each !== left), left] }),
      })
    },
    park: async (runId, waitingFor, status) => {
      const waiting_for = { ...waitingFor, since: now().toISOString() }
      rows.runs.change(runId, { status, was_parked: true, takeovers: 0, waiting_for })
    },
    recordStep: async (run, record) => recordStep(rows, run, record),
    recordUndo: async (run, undo) => recordUndo(rows, run, undo),
    readEnd: async (runId) => {
      const run = rows.runs.get(runId)
      if (run === undefined) return undefined
      const failed = stepsOf(rows, runId).filter((step) => step.phase === 'undo' && step.status === 'failed')
      const notUndone = failed.length === 0 ? null : failed.map((step) => step.name)
      return { status: run.status, error: run.error, notUndone }
    },
    markFinished: async (runId, { status, error, supersededBy }) =>
      rows.runs.change(runId, {
        status,
        error,
        superseded_by: supersededBy,
        finished_at: now(),
        waiting_for: null,
        current_step: null,
      }),
    passOn: async (run) => passOn(rows, run),
  }
}

function claimHead(rows: MemoryRuns, key: string, hints: ClaimHints): ClaimedRun | undefined {
  const line = rows.unfinished(key)
  const head = headOf(line)
  const firstSteps: Record<string, string> = JSON.parse(hints.firstSteps)
  if (head === undefined || !Object.hasOwn(firstSteps, head.kind)) return undefined
  const atWork = line.filter((run) => run.status !== 'queued')
  // Same as the unique index in PostgreSQL.
  if (atWork.some((run) => run.id !== head.id)) throw new Error(`two runs of ${key} are at work`)
  const isCancelled = head.cancel_requested_at !== null
  const now = rows.store.now()
  const startsLater = hints.slowStarters.includes(head.kind) || isCancelled
  const claimed: MemoryRun = {
    ...head,
    fence: Math.max(head.fence + 1, rows.count()),
    status: isCancelled ? 'cancelling' : 'running',
    waiting_for: null,
    takeovers: head.fence === 0 ? 0 : head.takeovers + 1,
    current_step: head.current_step ?? firstSteps[head.kind] ?? null,
    step_started_at: now,
    started_at: startsLater ? head.started_at : (head.started_at ?? now),
  }
  rows.runs.put(head.id, claimed)
  return describe(rows, claimed)
}

/** Returns undefined if there is none, or if it waits. */
function headOf(line: readonly MemoryRun[]): MemoryRun | undefined {
  const head = line.find((run) => run.status !== 'queued') ?? line[0]
  return head !== undefined && head.waiting_for !== null && head.cancel_requested_at === null ? undefined : head
}

function findUnknownKind(rows: MemoryRuns, key: string, hints: ClaimHints): string | undefined {
  const head = headOf(rows.unfinished(key))
  return head === undefined || Object.hasOwn(JSON.parse(hints.firstSteps), head.kind) ? undefined : head.kind
}

function describe(rows: MemoryRuns, run: MemoryRun): ClaimedRun {
  return {
    id: run.id,
    organizationId: run.organization_id,
    kind: run.kind,
    key: run.key,
    input: run.input,
    heldBy: run.held_by,
    status: run.status === 'cancelling' ? 'cancelling' : 'running',
    fence: run.fence,
    takeovers: run.takeovers,
    currentStep: run.current_step,
    leftSteps: run.left_steps,
    stepEntered: run.step_entered,
    stepAttempt: run.step_attempt,
    startedAt: run.started_at,
    wasParked: run.was_parked,
    error: run.error,
    isFresh: run.takeovers === 0,
    hasHolds: [...rows.locks.all(), ...rows.slots.all()].some((hold) => hold.run_id === run.id),
  }
}

function stepsOf(rows: MemoryRuns, runId: RunId) {
  return rows.steps.all().filter((step) => step.run_id === runId)
}

function whyRefused(rows: MemoryRuns, run: Owned, step: string): Refusal {
  const row = rows.runs.get(run.id)
  if (row === undefined || row.fence !== run.fence) return 'lost'
  if (rows.steps.get(`${run.id} ${step} run`)?.status === 'succeeded') return 'recorded'
  return row.status === 'cancelling' ? 'cancelled' : 'lost'
}

function forwardRun(rows: MemoryRuns, run: Owned): MemoryRun | undefined {
  const row = rows.runs.get(run.id)
  return row?.fence === run.fence && row.status === 'running' && row.error === null ? row : undefined
}

function recordStep(rows: MemoryRuns, run: Owned, record: StepRecord): boolean {
  const output = toJson(record.output)
  const old = forwardRun(rows, run)
  if (old === undefined) return false
  const now = rows.store.now()
  const isLast = record.next === null
  rows.runs.change(run.id, {
    current_step: record.next,
    step_started_at: now,
    step_attempt: 0,
    step_entered: false,
    takeovers: 0,
    status: isLast ? 'succeeded' : 'running',
    finished_at: isLast ? now : null,
  })
  const key = `${run.id} ${record.name} run`
  if (rows.steps.get(key)?.status === 'succeeded') return false
  rows.steps.put(key, {
    run_id: run.id,
    name: record.name,
    phase: 'run',
    attempt: record.attempt,
    status: 'succeeded',
    output,
    error: null,
    started_at: old.step_started_at ?? now,
    finished_at: now,
  })
  return true
}

function recordFailedAttempt(rows: MemoryRuns, run: Owned, failure: FailedAttempt): boolean {
  const old = forwardRun(rows, run)
  if (old === undefined) return false
  const now = rows.store.now()
  rows.runs.change(run.id, {
    step_attempt: failure.attempt,
    step_started_at: now,
    takeovers: 0,
    error: failure.isFinal ? failure.error : null,
  })
  const key = `${run.id} ${failure.step} run`
  if (rows.steps.get(key)?.status === 'succeeded') return false
  rows.steps.put(key, {
    run_id: run.id,
    name: failure.step,
    phase: 'run',
    attempt: failure.attempt,
    status: 'failed',
    output: null,
    error: failure.error,
    started_at: old.step_started_at ?? now,
    finished_at: now,
  })
  return true
}

function waitForRetry(rows: MemoryRuns, run: Owned, waitMs: number): boolean {
  if (forwardRun(rows, run) === undefined) return false
  const until = new Date(rows.store.now().getTime() + waitMs).toISOString()
  rows.runs.change(run.id, { was_parked: true, takeovers: 0, waiting_for: { type: 'retry', until } })
  return true
}

function recordUndo(rows: MemoryRuns, run: Owned, undo: UndoRecord): boolean {
  rows.runs.change(run.id, { takeovers: 0 })
  const key = `${run.id} ${undo.step} undo`
  if (rows.steps.get(key) !== undefined) return false
  rows.steps.put(key, {
    run_id: run.id,
    name: undo.step,
    phase: 'undo',
    attempt: undo.attempt,
    status: undo.error === null ? 'succeeded' : 'failed',
    output: null,
    error: undo.error,
    started_at: undo.startedAt,
    finished_at: rows.store.now(),
  })
  return true
}

function passOn(rows: MemoryRuns, run: { id: RunId; key: string; wasParked: boolean }): void {
  releaseLocks(rows, run.id)
  releaseSlots(rows, run.id)
  if (!run.wasParked) return
  const [next] = rows.unfinished(run.key)
  if (next !== undefined && next.waiting_for === null) rows.issueTickets([next.id])
}

function findObsolete(rows: MemoryRuns, filter: ObsoleteRunFilter): ObsoleteRun[] {
  const queued = rows.runs.all().filter((run) => run.finished_at === null && run.status === 'queued')
  const wanted = queued.filter(
    (run) => (filter.key === null || run.key === filter.key) && (filter.id === null || run.id === filter.id),
  )
  return wanted.flatMap((run) => {
    const newer = queued
      .filter((each) => each.key === run.key && each.kind === run.kind && each.position > run.position)
      .filter((each) => each.cancel_requested_at === null && filter.superseding.includes(each.kind))
      .at(-1)
    const cancelled = run.cancel_requested_at !== null
    if (!cancelled && newer === undefined) return []
    const { id, organization_id: organizationId, kind, key, input, was_parked: wasParked } = run
    return [{ id, organizationId, kind, key, input, wasParked, cancelled, supersededBy: newer?.id ?? null }]
  })
}

function toJson(value: unknown): unknown {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  if (text.length <= maxOutputLength) return JSON.parse(text)
  throw new PermanentError('step_output_too_large', 'A step returned more than the journal takes.')
}
