export { createVerifyBackup } from './workflow/verify-backup.workflow.ts'
