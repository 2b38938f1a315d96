/** Connects to real servers: the pooled SSH connection, and through it the Docker Engine and the proxy. */
import { type Allowances, createRuntime, type RuntimeOptions } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ServerAccess } from '../servers/worker.ts'
import type { DataRuntimes } from './workloads.context.ts'

const connectDeadlineMs = 20_000

export interface RuntimesOptions extends Omit<RuntimeOptions, 'allowances'> {
  access: Pick<ServerAccess, 'use'>
  /** Read again for each container that uses parts of the server. */
  allowancesOf(organizationId: OrganizationId, serverId: Id<'srv'>): Promise<Allowances>
}

export function createRuntimes({ access, allowancesOf, ...runtime }: RuntimesOptions): DataRuntimes {
  return {
    use: (organizationId, serverId, work, signal) =>
      access.use(
        organizationId,
        serverId,
        (connection) =>
          work(createRuntime(connection, { ...runtime, allowances: () => allowancesOf(organizationId, serverId) })),
        {
          deadlineMs: connectDeadlineMs,
          signal,
        },
      ),
  }
}
