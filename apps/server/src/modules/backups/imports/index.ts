import type { Database } from '../../../platform/database/database.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { StreamServer } from '../../../platform/http/sse/stream-server.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { registerImportRoutes } from './imports.routes.ts'
import { createImportsService } from './imports.service.ts'

export { importProblems } from './imports.problems.ts'

export function createImportsModule(options: { database: Database; link: LinkClient; streams: StreamServer }): {
  register(app: HttpServer): void
} {
  const imports = createImportsService(options)
  return { register: (app) => registerImportRoutes(app, { imports, streams: options.streams }) }
}
