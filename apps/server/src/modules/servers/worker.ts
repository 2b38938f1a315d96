import type { AddressPolicy } from '@longshore/addresses'
import type { ServerPool } from '@longshore/remote/ssh'
import type { Database } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { WorkerSettings } from '../../settings.ts'
import { createTestConnectionCall } from './calls/test-connection.call.ts'
import { createServerAccess, type ServerAccess } from './server-access.remote.ts'
import { createServerPoller } from './servers.poller.ts'
import { createCleanServer } from './workflow/clean.workflow.ts'
import { createConnectServer } from './workflow/connect.workflow.ts'
import { createInstallDocker } from './workflow/install-docker.workflow.ts'
import { createRemoveServer } from './workflow/remove.workflow.ts'
import { createRotateServerKey } from './workflow/rotate-key.workflow.ts'
import type { AfterCheck } from './workflow/servers.context.ts'

export { readCurrentAllowances } from './current-allowances.query.ts'
export type { ServerAccess } from './server-access.remote.ts'
export { readInstanceId } from './server-instance.system-repository.ts'

export interface ServersWorkerOptions {
  database: Database
  unsealer: Unsealer
  pool: ServerPool
  allow: AddressPolicy
  log: Log
  afterCheck: AfterCheck
  settings: Pick<WorkerSettings, 'DASHBOARD_UPSTREAM' | 'MAX_CONCURRENT_SERVER_CHECKS' | 'SERVER_CHECK_SECONDS'>
}

export interface ServersWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  access: ServerAccess
  /** Not started. */
  loops: BackgroundLoop[]
}

export function createServersWorker(options: ServersWorkerOptions): ServersWorker {
  const { database, unsealer, pool, allow, log, afterCheck, settings } = options
  const everyMs = settings.SERVER_CHECK_SECONDS * 1_000
  const access = createServerAccess({ database, unsealer, pool })
  const work = {
    database,
    access,
    allow,
    everyMs,
    afterCheck,
    // Users wait for the dashboard to be served by the machine's own proxy, which a check sets up.
    ...(settings.DASHBOARD_UPSTREAM === undefined ? {} : { afterContactMs: Math.min(1_000, everyMs) }),
  }
  return {
    workflows: [
      createConnectServer(work),
      createRotateServerKey(work),
      createCleanServer(work),
      createInstallDocker(work),
      createRemoveServer(work),
    ],
    calls: [createTestConnectionCall({ access, pool, allow })],
    access,
    loops: [createServerPoller({ work, log, atOnce: settings.MAX_CONCURRENT_SERVER_CHECKS })],
  }
}
