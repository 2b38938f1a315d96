import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { registerEventRoutes } from './events.routes.ts'
import { createEventsService } from './events.service.ts'

export function createEventsModule(options: { database: Database; streams: StreamServer }): {
  register(app: HttpServer): void
} {
  const events = createEventsService(options)
  return { register: (app) => registerEventRoutes(app, { events, streams: options.streams }) }
}
