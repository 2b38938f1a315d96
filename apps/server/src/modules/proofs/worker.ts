/** Front door of proofs on the worker's side. */
export { createProveBackup } from './workflow/verify.workflow.ts'
