/** Run rows in memory, with the column names of PostgreSQL, and the operations of the API process on them. */
import type { OrganizationId } from '../../platform/database/database.ts'
import type { RunError } from '../../platform/durable/permanent-error.ts'
import type { CancelOutcome } from '../../platform/durable/runs.ts'
import { subjectKey } from '../../platform/durable/runs.ts'
import type { RunId, WorkflowRef } from '../../platform/durable/workflow-ref.ts'
import { type MemoryStore, MemoryTable } from './memory-store.ts'

export interface MemoryRun {
  readonly id: RunId
  readonly organization_id: OrganizationId | null
  readonly kind: string
  readonly key: string
  readonly input: unknown
  readonly held_by: RunId | null
  readonly status: 'queued' | 'running' | 'cancelling' | 'succeeded' | 'failed' | 'cancelled' | 'superseded'
  readonly position: number
  readonly fence: number
  readonly generation: number
  readonly takeovers: number
  readonly cancel_requested_at: Date | null
  readonly cancellable: boolean
  readonly current_step: string | null
  readonly left_steps: readonly string[]
  readonly step_entered: boolean
  readonly step_attempt: number
  readonly step_started_at: Date | null
  readonly waiting_for: { type: string; resource?: string; until?: string; since?: string } | null
  readonly was_parked: boolean
  readonly error: RunError | null
  readonly superseded_by: RunId | null
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

export interface MemoryStep {
  readonly run_id: RunId
  readonly name: string
  readonly phase: 'run' | 'undo'
  readonly attempt: number
  readonly status: 'failed' | 'succeeded'
  readonly output: unknown
  readonly error: RunError | null
  readonly started_at: Date
  readonly finished_at: Date
}

export interface MemoryHold {
  readonly resource: string
  readonly run_id: RunId
  readonly organization_id: OrganizationId | null
  readonly mode: 'shared' | 'exclusive'
  readonly capacity: number
  readonly position: number
  readonly granted: boolean
}

export interface Ticket {
  readonly id: number
  readonly run_id: RunId
  readonly kind: string
  readonly key: string
  readonly generation: number
}

export class MemoryRuns {
  readonly store: MemoryStore
  readonly runs: MemoryTable<MemoryRun>
  readonly steps: MemoryTable<MemoryStep>
  readonly locks: MemoryTable<MemoryHold>
  readonly slots: MemoryTable<MemoryHold>
  readonly turns: MemoryTable<{ at: number }>
  readonly outbox: MemoryTable<Ticket>
  #counter = 0

  constructor(store: MemoryStore) {
    this.store = store
    this.runs = new MemoryTable(store)
    this.steps = new MemoryTable(store)
    this.locks = new MemoryTable(store)
    this.slots = new MemoryTable(store)
    this.turns = new MemoryTable(store)
    this.outbox = new MemoryTable(store)
  }

  /** Like a sequence, it is never rolled back. */
  count(): number {
    this.#counter += 1
    return this.#counter
  }

  unfinished(key: string): MemoryRun[] {
    return this.runs
      .all()
      .filter((run) => run.key === key && run.finished_at === null)
      .toSorted((a, b) => a.position - b.position)
  }

  start<Input>(
    id: RunId,
    options: {
      workflow: WorkflowRef<Input>
      /** For a held run, its own id. */
      key: string
      input: Input
      organizationId: OrganizationId | null
      heldBy?: RunId | null
    },
  ): void {
    const { workflow, organizationId, heldBy = null } = options
    if (heldBy !== null && this.slots.all().some((slot) => slot.run_id === heldBy))
      throw new TypeError('a step that has a slot cannot wait for a run')
    this.runs.put(id, {
      id,
      organization_id: organizationId,
      kind: workflow.kind,
      key: subjectKey(workflow, options.key),
      input: JSON.parse(JSON.stringify(workflow.input.parse(options.input))),
      held_by: heldBy,
      ...freshRun,
      position: this.count(),
    })
    this.#submit(id)
  }

  issueTickets(ids: readonly RunId[]): void {
    for (const id of ids) {
      const run = this.runs.get(id)
      if (run === undefined || run.finished_at !== null) continue
      this.runs.change(id, { generation: run.generation + 1 })
      this.#submit(id)
    }
  }

  cancel(id: RunId): CancelOutcome {
    const run = this.runs.get(id)
    if (run === undefined) return 'not_found'
    if (run.finished_at !== null) return 'finished'
    if (run.cancel_requested_at !== null) return 'already_requested'
    if (!run.cancellable || run.error !== null) return 'too_late'
    const status = run.status === 'running' ? 'cancelling' : run.status
    this.runs.change(id, { cancel_requested_at: this.store.now(), status })
    if (status === 'cancelling' && run.waiting_for !== null) this.issueTickets([id])
    return 'requested'
  }

  cancelHeldRuns(holder: RunId): number {
    const open = this.runs.all().filter((run) => run.held_by === holder && run.finished_at === null)
    for (const { id } of open) this.cancel(id)
    return open.length
  }

  resumeRetries(): number {
    const now = this.store.now().getTime()
    const due = this.runs
      .all()
      .filter((run) => run.finished_at === null && run.waiting_for?.type === 'retry')
      .filter((run) => Date.parse(run.waiting_for?.until ?? '') <= now)
      .map((run) => run.id)
    for (const id of due) this.runs.change(id, { waiting_for: null })
    this.issueTickets(due)
    return due.length
  }

  #submit(id: RunId): void {
    const run = this.runs.get(id)
    if (run === undefined) return
    const ticket = this.count()
    const { kind, key, generation } = run
    this.outbox.put(String(ticket), { id: ticket, run_id: id, kind, key, generation })
  }
}

const freshRun = {
  status: 'queued',
  fence: 0,
  generation: 1,
  takeovers: 0,
  cancel_requested_at: null,
  cancellable: true,
  current_step: null,
  left_steps: [],
  step_entered: false,
  step_attempt: 0,
  step_started_at: null,
  waiting_for: null,
  was_parked: false,
  error: null,
  superseded_by: null,
  started_at: null,
  finished_at: null,
} as const
