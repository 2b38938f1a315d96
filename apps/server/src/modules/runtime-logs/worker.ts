export { removeLogs } from './remove-logs.ts'
export { maintainRuntimeLogs } from './runtime-logs.system-repository.ts'
export { createLogCollector } from './workflow/log-collector.ts'
