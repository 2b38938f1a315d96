/** Parts of durable that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export type { Ticket } from '../../platform/durable/engine-client.ts'
export { requestCancel, startRun } from '../../platform/durable/runs.ts'
export { upsertSchedule } from '../../platform/durable/schedules.ts'
export { tickSchedules } from '../../platform/durable/ticker.ts'
export { retryTransient } from '../../platform/durable/transient.ts'
export { createDurableWorker } from '../../platform/durable/worker.ts'
export type { Step } from '../../platform/durable/workflow.ts'
export { declareWorkflow, type RunId, type WorkflowRef } from '../../platform/durable/workflow-ref.ts'
