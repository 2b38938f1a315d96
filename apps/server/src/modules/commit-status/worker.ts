/** Front door of what forges are told, on the worker's side. */
export { createDeliverCommitStatus } from './workflow/deliver.workflow.ts'
