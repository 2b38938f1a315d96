import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { registerAlertRoutes } from './alerts.routes.ts'
import { createAlertsService } from './alerts.service.ts'

export { alertProblems } from './alerts.problems.ts'

export function createAlertsModule(options: { database: Database }): { register(app: HttpServer): void } {
  const alerts = createAlertsService(options)
  return { register: (app) => registerAlertRoutes(app, alerts) }
}
