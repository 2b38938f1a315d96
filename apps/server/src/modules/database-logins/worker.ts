/** Front door of passwords of databases on the worker's side. */
export { createRotateCredentials } from './workflow/rotate-credentials.workflow.ts'
