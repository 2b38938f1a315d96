/** Connects to real servers: the pooled SSH connection, and through it the Docker Engine and the proxy. */
import { createRuntime, type RuntimeOptions } from '@longshore/remote/runtime'
import type { ServerAccess } from '../servers/worker.ts'
import type { DataRuntimes } from './workloads.context.ts'

const connectDeadlineMs = 20_000

export function createRuntimes(options: RuntimeOptions & { access: Pick<ServerAccess, 'use'> }): DataRuntimes {
  const { access, ...runtime } = options
  return {
    use: (organizationId, serverId, work, signal) =>
      access.use(organizationId, serverId, (connection) => work(createRuntime(connection, runtime)), {
        deadlineMs: connectDeadlineMs,
        signal,
      }),
  }
}
