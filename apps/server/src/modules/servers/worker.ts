/** Front door of the servers module on the worker's side. */
import type { ServerPool } from '@longshore/remote/ssh'
import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { createServerAccess, type ServerAccess } from './calls/server-access.ts'

export type { ServerAccess } from './calls/server-access.ts'

export interface ServersWorkerOptions {
  database: Database
  unsealer: Unsealer
  pool: ServerPool
}

export interface ServersWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  access: ServerAccess
}

export function createServersWorker({ database, unsealer, pool }: ServersWorkerOptions): ServersWorker {
  return { workflows: [], calls: [], access: createServerAccess({ database, unsealer, pool }) }
}
