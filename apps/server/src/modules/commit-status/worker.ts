export { createDeliverCommitStatus } from './workflow/deliver.workflow.ts'
