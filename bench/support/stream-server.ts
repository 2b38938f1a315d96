/**
 * The server that `bench/streams.bench.ts` measures, in a process of its own: hub, registry and writer on Fastify, with
 * a real re-check of sessions. Who asks is said in the query string; there are no accounts in this bench.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createDatabase } from '../../apps/server/src/platform/database/database.ts'
import { createListener } from '../../apps/server/src/platform/database/listener.ts'
import { parseLastEventId } from '../../apps/server/src/platform/http/sse/sse-frame.ts'
import { StreamServer } from '../../apps/server/src/platform/http/sse/stream-server.ts'
import { brandId } from '../../apps/server/src/platform/ids/brand.ts'
import { createLog } from '../../apps/server/src/platform/log/log.ts'

export interface BenchStreamServer extends AsyncDisposable {
  readonly port: number
  /** The same server on a unix socket, as for a proxy on the same machine. */
  readonly socketPath: string
  path(organizationId: string, sessionId: string): string
  openStreams(): Promise<number>
  rssBytes(): Promise<number>
  /** User and system time so far. */
  cpuMs(): Promise<number>
  /** As a crash does it. */
  kill(): Promise<void>
}

/**
 * As the api is started: with V8's own choice of a young generation, garbage of a busy second stays as a hundred
 * megabytes of RSS for ever; throughput of streams is the same.
 */
const apiFlags = ['--max-semi-space-size=8']

export async function startStreamServer(databaseUrl: string, atPort = 0): Promise<BenchStreamServer> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-bench-'))
  const socketPath = join(folder, 'api.sock')
  const child = fork(import.meta.filename, [databaseUrl, `${atPort}`, socketPath], { execArgv: apiFlags })
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  const [{ port }] = await once(child, 'message')
  return {
    port,
    socketPath,
    path: (organizationId, sessionId) => `/events?organization=${organizationId}&session=${sessionId}`,
    async openStreams() {
      const answer = await fetch(`http://127.0.0.1:${port}/open-streams`)
      return Number(await answer.text())
    },
    rssBytes: () => rssOf(child),
    cpuMs: () => cpuOf(child),
    kill: () => stop('SIGKILL'),
    [Symbol.asyncDispose]: () => stop('SIGTERM'),
  }
}

async function rssOf(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${child.pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // Fields 14 and 15 of the whole line, in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function main(databaseUrl: string, atPort: number, socketPath: string): Promise<void> {
  const log = createLog({ level: 'warn', process: 'bench-api' })
  const database = createDatabase({ url: databaseUrl, poolSize: 10, applicationName: 'bench-api' })
  const listener = createListener({ url: databaseUrl, applicationName: 'bench-api', log })
  await listener.start()
  const streams = new StreamServer({
    database,
    listener,
    log,
    limits: { perUser: 20_000, perOrganization: 20_000, perProcess: 20_000 },
    async isStillAllowed(owners) {
      const ids = owners.map((owner) => owner.sessionId ?? '')
      const rows = await database.systemDb
        .selectFrom('sessions')
        .select('id')
        .where('id', 'in', ids)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date())
        .execute()
      const valid = new Set(rows.map((row) => row.id))
      return ids.map((id) => valid.has(id))
    },
  })
  await streams.start()
  const app = Fastify()
  app.get('/open-streams', () => `${streams.registry.size}`)
  app.get<{ Querystring: { organization: string; session: string } }>('/events', (request, reply) => {
    const organizationId = brandId<'org'>(request.query.organization)
    streams.follow(reply.raw, {
      of: 'events',
      owner: { organizationId, userId: organizationId, sessionId: request.query.session },
      headers: reply.getHeaders(),
      stream: { key: organizationId, organizationId },
      after: parseLastEventId(request.headers['last-event-id']?.toString()) ?? 'head',
    })
    reply.hijack()
  })
  const address = new URL(await app.listen({ host: '127.0.0.1', port: atPort, backlog: 4_096 }))
  const local = createServer((request, response) => app.routing(request, response))
  local.listen({ path: socketPath, backlog: 4_096 })
  await once(local, 'listening')
  process.send?.({ port: Number(address.port) })
  process.once('SIGTERM', () => process.exit(0))
}

if (import.meta.main) await main(process.argv[2] ?? '', Number(process.argv[3]), process.argv[4] ?? '')
