/**
 * Checks every server: a loop over due servers, with limited concurrency. Workers share the servers without locks: the
 * worker that checked a server last takes it when it is due, because it has the connection; any other only when it is
 * overdue, after a delay of its own. Concurrent checks are harmless: the later result isn't written.
 *
 * Decision: docs/decisions/0007-poll-servers-outside-of-workflows.md
 */

import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import type { Log } from '../../platform/log/log.ts'
import { checkServer } from './check-server.remote.ts'
import { type DueServer, listDueServers } from './server-checks.system-repository.ts'
import type { ServerWork } from './workflow/servers.context.ts'

export interface ServerPollerOptions {
  work: ServerWork
  log: Log
  atOnce: number
}

const overdueMs = 2_000
const spreadMs = 2_000

export function createServerPoller({ work, log, atOnce }: ServerPollerOptions): BackgroundLoop {
  /** Servers that this worker checked last. */
  const own = new Set<string>()
  const startedAtMs = performance.now()
  return poller<DueServer>({
    name: 'server-checks',
    everyMs: 500,
    log,
    atOnce,
    // Far above the limits of a check's parts.
    visitMs: 300_000,
    async takeDue({ free, keys: except }) {
      // More than fit, because some of them may belong to another worker.
      const due = await listDueServers(work.database.systemDb, { limit: free * 4, except })
      // Workers that start together must not all take what became due before.
      const sinceStartMs = performance.now() - startedAtMs + overdueMs
      const isForUs = ({ id, overdueForMs }: DueServer) =>
        own.has(id) || Math.min(overdueForMs, sinceStartMs) > overdueMs + Math.random() * spreadMs
      return due.filter(isForUs).slice(0, free)
    },
    keyOf: ({ id }) => id,
    async visit(server, signal) {
      const end = await checkServer(work, server, signal)
      if (end === 'lost' || end === 'gone') own.delete(server.id)
      else own.add(server.id)
    },
  })
}
