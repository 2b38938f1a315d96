/** Front door of proofs on the worker's side. */
export { createVerifyBackup } from './workflow/verify.workflow.ts'
