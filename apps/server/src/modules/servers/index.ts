import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { registerServerAllowanceRoutes } from './server-allowances.routes.ts'
import { createServerAllowancesService, type ServerAllowancesOptions } from './server-allowances.service.ts'
import { registerServerTaskRoutes } from './server-tasks.routes.ts'
import { createServerTasksService } from './server-tasks.service.ts'
import { registerServerRoutes } from './servers.routes.ts'
import { createServersService, type ListedOn } from './servers.service.ts'
import { registerConnectionTestRoutes } from './test-connection.routes.ts'
import { createConnectionTestsService } from './test-connection.service.ts'

export { setServerProxy, setServerSecurity } from './change-server.action.ts'
export { registerHost } from './register-host.action.ts'
export { requireChangeableServer, requireConnectedServer, requireServer } from './require-server.query.ts'
export type { ServerSecurity } from './server-condition.repository.ts'
export { readInstanceId } from './server-instance.system-repository.ts'
export { serverPassphrase, serverPrivateKey } from './server-keys.crypto.ts'
export { findServerNames, listUnreachableServers } from './server-names.repository.ts'
export { publishServerUpdated } from './servers.events.ts'
export { serverProblems } from './servers.problems.ts'
export { removeServer, serverLock, serverObject } from './servers.references.ts'
export { findServer, listAllServers, listServers, markServerDeleted, type ServerRow } from './servers.repository.ts'
export { trashedServers } from './trashed-server.action.ts'

export interface ServersModuleOptions extends ServerAllowancesOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  streams: StreamServer
  link: LinkClient
  environmentsOn: ListedOn
  destinationsOn: ListedOn
}

export function createServersModule(options: ServersModuleOptions): { register(app: HttpServer): void } {
  const servers = createServersService(options)
  const tasks = createServerTasksService(options)
  const tests = createConnectionTestsService(options)
  const allowances = createServerAllowancesService(options)
  return {
    register(app) {
      registerServerRoutes(app, servers)
      registerServerAllowanceRoutes(app, allowances)
      registerServerTaskRoutes(app, { tasks, streams: options.streams })
      registerConnectionTestRoutes(app, { tests, streams: options.streams })
    },
  }
}
