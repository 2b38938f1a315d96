import type { HttpServer } from '../../platform/http/server.ts'
import { registerFailureRoutes } from './failures/failures.routes.ts'
import type { Failure } from './failures/failures.schemas.ts'
import { registerInstanceRoutes } from './instance.routes.ts'
import { createInstanceService, type InstanceOptions } from './instance.service.ts'
import { registerSystemRoutes } from './system/system.routes.ts'
import { createSystemService, type SystemOptions } from './system/system.service.ts'
import { registerUpgradeRoutes } from './upgrade/upgrade.routes.ts'
import { createUpgradeService } from './upgrade/upgrade.service.ts'
import { registerInstanceUserRoutes } from './users/instance-users.routes.ts'
import { createInstanceUsersService } from './users/instance-users.service.ts'

export { instanceProblems } from './instance.problems.ts'
export { startLinkMonitor } from './link/link-monitor.service.ts'
export { ping } from './link/ping.definition.ts'
export { createSendsMail } from './link/sends-mail.service.ts'
export { isOperator } from './operators.query.ts'
export { requireOperator } from './require-operator.query.ts'

/** The failure codes come from all other modules, so the caller passes them in. */
export function createInstanceModule(options: InstanceOptions & SystemOptions & { failures: readonly Failure[] }): {
  register(app: HttpServer): void
} {
  const instance = createInstanceService(options)
  const system = createSystemService(options)
  const users = createInstanceUsersService(options)
  const upgrade = createUpgradeService(options)
  return {
    register(app) {
      registerFailureRoutes(app, options.failures)
      registerInstanceRoutes(app, instance)
      registerSystemRoutes(app, system)
      registerInstanceUserRoutes(app, users)
      registerUpgradeRoutes(app, upgrade)
    },
  }
}
