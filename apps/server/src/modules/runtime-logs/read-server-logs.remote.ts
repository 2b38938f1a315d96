/**
 * Reads the logs of one server for as long as this worker holds it: connects, writes once a second, and reconnects
 * after an interruption. What couldn't be written is read again from the stored position.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ServerAccess } from '../servers/worker.ts'
import type { Containers } from './followed-container.context.ts'
import { LogBuffer } from './log-buffer.stream.ts'
import type { LeasedServer } from './runtime-logs.system-repository.ts'
import { LeaseLost, saveBatch } from './save-log-batch.remote.ts'
import { ServerSession } from './server-log-session.remote.ts'

export interface ServerLogsOptions {
  database: Database
  access: Pick<ServerAccess, 'use'>
  containers: Containers
  log: Log
  owner: string
  server: LeasedServer
  maxBytes: number
}

const connectMs = 20_000
const tickMs = 250
const writeEveryMs = 1_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Runs until its signal fires, or another worker has taken the server. */
export async function readServerLogs(options: ServerLogsOptions, signal: AbortSignal): Promise<void> {
  const { log, server } = options
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const begin = Date.now()
    try {
      await readSession(options, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LeaseLost) return void log.info({ serverId: server.serverId }, error.message)
      log.debug({ err: error, serverId: server.serverId }, 'the logs of a server are not read at the moment')
    }
    pauseMs = Date.now() - begin > longestPauseMs ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2)
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

async function readSession(options: ServerLogsOptions, signal: AbortSignal): Promise<void> {
  const { access, server } = options
  await access.use(
    server.organizationId,
    server.serverId,
    async (connection) => {
      const broken = new AbortController()
      const done = new AbortController()
      const buffer = new LogBuffer()
      const both = AbortSignal.any([signal, broken.signal])
      const session = new ServerSession(connection, { ...options, ...server, buffer, signal: both })
      const writing = writeBuffer(options, buffer, done.signal).catch((error: unknown) => {
        broken.abort(error)
        buffer.close()
        throw error
      })
      try {
        await session.run()
      } finally {
        done.abort()
        await writing
      }
    },
    { deadlineMs: connectMs, signal },
  )
}

/**
 * Writes until nothing more comes, then the rest. Output after a pause is written at the next tick; continuous output
 * once a second, because every write notifies its readers.
 */
async function writeBuffer(options: ServerLogsOptions, buffer: LogBuffer, done: AbortSignal): Promise<void> {
  const { database, owner, server, containers, maxBytes } = options
  const { organizationId, serverId } = server
  const lease = { serverId, owner }
  let writtenAt = -writeEveryMs
  for (;;) {
    const isLast = done.aborted
    const isDue = isLast || buffer.isLarge || performance.now() - writtenAt >= writeEveryMs
    const batch = isDue ? buffer.take() : null
    if (batch !== null) writtenAt = performance.now()
    if (batch !== null) await saveBatch({ database, organizationId, lease, containers, maxBytes }, batch)
    if (isLast) return
    await delay(tickMs, undefined, { signal: done }).catch(() => undefined)
  }
}
