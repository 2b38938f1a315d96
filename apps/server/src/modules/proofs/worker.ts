/** Front door of proofs on the worker's side. */
export { createProveBackup } from './workflow/prove.workflow.ts'
