/** Test access to stored runs: PostgreSQL or memory. The scenarios in this folder run against both. */
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Journal } from '../../platform/durable/journal.ts'
import type { CancelOutcome } from '../../platform/durable/runs.ts'
import type { RunId, WorkflowRef } from '../../platform/durable/workflow-ref.ts'

export interface StoredRun {
  readonly id: string
  readonly status: string
  readonly fence: number
  readonly generation: number
  readonly current_step: string | null
  readonly step_attempt: number
  readonly waiting_for: unknown
  readonly was_parked: boolean
  readonly error: unknown
  readonly superseded_by: string | null
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

export interface StoredStep {
  readonly name: string
  readonly phase: string
  readonly status: string
  readonly attempt: number
  readonly output: unknown
  readonly error: unknown
}

export interface DurableStore {
  readonly journal: Journal
  start<Input>(
    workflow: WorkflowRef<Input>,
    key: string,
    input: Input,
    organizationId?: OrganizationId | null,
  ): Promise<RunId>
  startHeld<Input>(workflow: WorkflowRef<Input>, heldBy: RunId, input: Input): Promise<RunId>
  cancel(id: RunId): Promise<CancelOutcome>
  run(id: RunId): Promise<StoredRun>
  steps(id: RunId): Promise<StoredStep[]>
  /** Runs with a ticket that no relay has taken yet. */
  tickets(): Promise<string[]>
  /** Takes tickets as the relay does; returns the keys in order. */
  takeTickets(): Promise<string[]>
  resumeRetries(): Promise<number>
  /** Pretends that the pause of a run is over. */
  endPause(id: RunId): Promise<void>
  spoilInput(id: RunId): Promise<void>
  newOrganization(): Promise<OrganizationId>
  /** Counts locks and slots of a resource. */
  countHolds(resource: string): Promise<number>
}
