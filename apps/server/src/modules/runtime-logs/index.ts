import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { registerRuntimeLogRoutes } from './runtime-logs.routes.ts'
import { createRuntimeLogsService } from './runtime-logs.service.ts'

export {
  advance,
  createKnown,
  emptyCursor,
  type LogCursor,
  readFrom,
  type StreamPosition,
} from './log-cursor.policy.ts'
export { markLog } from './mark-log.action.ts'
export { createRuntimeLogSource } from './runtime-logs.stream.ts'

export function createRuntimeLogsModule(options: { database: Database; streams: StreamServer }): {
  register(app: HttpServer): void
} {
  const logs = createRuntimeLogsService(options)
  return { register: (app) => registerRuntimeLogRoutes(app, { logs, streams: options.streams }) }
}
