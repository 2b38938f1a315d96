import type { HttpServer } from '../../platform/http/server.ts'
import { registerInstanceRoutes } from './instance.routes.ts'
import { createInstanceService, type InstanceOptions } from './instance.service.ts'

export { instanceProblems } from './instance.problems.ts'
export { isOperator } from './operators.ts'

export function createInstanceBackupModule(options: InstanceOptions): { register(app: HttpServer): void } {
  const instance = createInstanceService(options)
  return {
    register(app) {
      registerInstanceRoutes(app, instance)
    },
  }
}
