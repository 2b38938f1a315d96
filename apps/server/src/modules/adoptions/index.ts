/** The API side of adoptions: environments that take over what already runs on a server. */
import type { HttpServer } from '../../platform/http/server.ts'
import { registerAdoptionRoutes } from './adoptions.routes.ts'
import { type AdoptionsOptions, createAdoptionsService } from './adoptions.service.ts'

export { adoptionProblems } from './adoptions.problems.ts'
export { isAdoptionUndone } from './adoptions.repository.ts'
export { endAdoption } from './end-adoption.action.ts'

export function createAdoptionsModule(options: AdoptionsOptions): { register(app: HttpServer): void } {
  const adoptions = createAdoptionsService(options)
  return { register: (app) => registerAdoptionRoutes(app, adoptions) }
}
