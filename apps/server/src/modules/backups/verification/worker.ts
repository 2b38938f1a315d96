export { createVerifyBackup } from './workflow/verify.workflow.ts'
