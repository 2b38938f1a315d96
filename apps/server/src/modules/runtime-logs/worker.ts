export { removeLogs } from './remove-logs.action.ts'
export { maintainRuntimeLogs } from './runtime-logs.system-repository.ts'
export { createLogCollector } from './log-collector.poller.ts'
