/** Front door of hardening on the api's side. */
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { registerHardenRoutes } from './harden.routes.ts'
import { createHardenService } from './harden.service.ts'

export { hardeningProblems } from './hardening.problems.ts'

export interface HardeningModuleOptions {
  database: Database
  streams: StreamServer
}

export function createHardeningModule(options: HardeningModuleOptions): { register(app: HttpServer): void } {
  const hardening = createHardenService(options)
  return {
    register(app) {
      registerHardenRoutes(app, { hardening, streams: options.streams })
    },
  }
}
