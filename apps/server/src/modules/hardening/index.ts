import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { registerHardenRoutes } from './harden.routes.ts'
import { createHardenService } from './harden.service.ts'
import { registerSecurityRoutes } from './security.routes.ts'
import { createSecurityService } from './security.service.ts'

export { hardeningProblems } from './hardening.problems.ts'

export interface HardeningModuleOptions {
  database: Database
  clock: Clock
  streams: StreamServer
}

export function createHardeningModule(options: HardeningModuleOptions): { register(app: HttpServer): void } {
  const hardening = createHardenService(options)
  const security = createSecurityService(options)
  return {
    register(app) {
      registerHardenRoutes(app, { hardening, streams: options.streams })
      registerSecurityRoutes(app, security)
    },
  }
}
