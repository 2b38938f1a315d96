import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { registerMetricRoutes } from './metrics.routes.ts'
import { createMetricsService } from './metrics.service.ts'

export { readRecentUse } from './recent-use.query.ts'

export function createMetricsModule(options: { database: Database; clock: Clock }): {
  register(app: HttpServer): void
} {
  const metrics = createMetricsService(options)
  return { register: (app) => registerMetricRoutes(app, metrics) }
}
