import type { HttpServer } from '../../platform/http/server.ts'
import { registerRegistryRoutes } from './registries.routes.ts'
import { createRegistriesService, type RegistriesOptions } from './registries.service.ts'

export { registryProblems } from './registries.problems.ts'
export { registryPassword } from './registry-password.crypto.ts'
export { trashedRegistries } from './trashed-registry.action.ts'

export function createRegistriesModule(options: RegistriesOptions): { register(app: HttpServer): void } {
  const registries = createRegistriesService(options)
  return {
    register(app) {
      registerRegistryRoutes(app, registries)
    },
  }
}
