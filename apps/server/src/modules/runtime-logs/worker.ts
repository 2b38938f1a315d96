/** Front door of runtime logs on the worker's side. */

export { maintainRuntimeLogs } from './runtime-logs.system-repository.ts'
export { createLogCollector } from './workflow/log-collector.ts'
