/** Entry point of the failures module: the codes come from all others, so they are given to it. */
import type { HttpServer } from '../../platform/http/server.ts'
import { registerFailureRoutes } from './failures.routes.ts'
import type { Failure } from './failures.schemas.ts'

export function createFailuresModule(failures: readonly Failure[]): { register(app: HttpServer): void } {
  return { register: (app) => registerFailureRoutes(app, failures) }
}
