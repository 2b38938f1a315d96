export { createRotateCredentials } from './workflow/rotate-credentials.workflow.ts'
