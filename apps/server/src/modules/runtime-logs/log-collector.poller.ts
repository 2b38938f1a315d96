/**
 * Shares the servers between the workers: each holds leases for fifteen seconds and renews them well before. A worker
 * that dies loses them; the next one continues where the stored lines end, because the Docker Engine still has the
 * rest. Reading that ended for any reason resumes in the next round, as long as this worker holds the server.
 */
import { randomUUID } from 'node:crypto'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import { readServerLogs, type ServerLogsOptions } from './read-server-logs.remote.ts'
import { type LeasedServer, releaseLeases, takeLeases } from './runtime-logs.system-repository.ts'

export type LogCollectorOptions = Omit<ServerLogsOptions, 'owner' | 'server'> & {
  everyMs?: number
  leaseMs?: number
  maxServers?: number
}

export function createLogCollector(options: LogCollectorOptions): BackgroundLoop {
  const { database, log, everyMs = 5_000, leaseMs = 15_000, maxServers: limit = 500 } = options
  const owner = randomUUID()
  return poller<LeasedServer>({
    name: 'runtime-logs',
    everyMs,
    log,
    // Leases have their own limit, and must be renewed even when it is reached.
    atOnce: Number.POSITIVE_INFINITY,
    async takeDue(reading) {
      const held = await takeLeases(database.systemDb, { owner, leaseMs, limit })
      const ids = new Set<string>(held.map(({ serverId }) => serverId))
      for (const id of reading.keys) if (!ids.has(id)) reading.end(id)
      return held
    },
    keyOf: ({ serverId }) => serverId,
    visit: (server, signal) => readServerLogs({ ...options, owner, server }, signal),
    onStop: () => releaseLeases(database.systemDb, owner),
  })
}
