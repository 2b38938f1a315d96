/** The failures module. The codes come from all other modules, so the caller passes them in. */
import type { HttpServer } from '../../platform/http/server.ts'
import { registerFailureRoutes } from './failures.routes.ts'
import type { Failure } from './failures.schemas.ts'

export function createFailuresModule(failures: readonly Failure[]): { register(app: HttpServer): void } {
  return { register: (app) => registerFailureRoutes(app, failures) }
}
