import type { Database } from '../../../platform/database/database.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { registerDatabaseLoginRoutes } from './database-logins.routes.ts'
import { createDatabaseLoginsService } from './database-logins.service.ts'

export function createDatabaseLoginsModule(options: { database: Database; sealer: Sealer }): {
  register(app: HttpServer): void
} {
  const logins = createDatabaseLoginsService(options)
  return { register: (app) => registerDatabaseLoginRoutes(app, logins) }
}
