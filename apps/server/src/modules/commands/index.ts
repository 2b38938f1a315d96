import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { registerCommandRoutes } from './commands.routes.ts'
import { createCommandsService } from './commands.service.ts'

export { commandProblems } from './commands.problems.ts'
export { listHeldCommands } from './commands.repository.ts'

export function createCommandsModule(options: {
  database: Database
  link: LinkClient
  streams: StreamServer
  isStopping: () => boolean
}): {
  register(app: HttpServer): void
} {
  const commands = createCommandsService(options)
  return { register: (app) => registerCommandRoutes(app, { commands, streams: options.streams }) }
}
