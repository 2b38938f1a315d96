/** Front door of runtime logs on the worker's side. */
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ServerAccess } from '../servers/worker.ts'
import type { Containers } from './workflow/followed-container.ts'
import { LogCollector } from './workflow/log-collector.ts'

export { maintainRuntimeLogs } from './runtime-logs.system-repository.ts'

export interface RuntimeLogsWorkerOptions {
  database: Database
  access: ServerAccess
  containers: Containers
  log: Log
  maxBytes: number
}

export function createRuntimeLogsWorker(options: RuntimeLogsWorkerOptions): {
  /** Not started. */
  collector: LogCollector
} {
  return { collector: new LogCollector(options) }
}
