export { createLogCollector } from './log-collector.poller.ts'
export { removeLogs } from './remove-logs.action.ts'
export { maintainRuntimeLogs } from './runtime-logs.system-repository.ts'
