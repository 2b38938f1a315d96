/**
 * The API that `bench/streams.bench.ts` measures, in a separate process: complete, with authentication, limits, and the
 * re-check of open streams, and one more endpoint that returns the number of open streams.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../apps/server/src/config.ts'
import { createApi } from '../../../apps/server/src/http.ts'
import { apiSettings } from '../../../apps/server/src/settings.ts'
import { createLog } from '../../../apps/server/src/testing/internals/log.ts'
import { generateIdentity } from '../../../apps/server/src/testing/internals/secrets.ts'
import { createApiContext } from '../../../apps/server/src/wiring/api.ts'

export interface BenchStreamServer extends AsyncDisposable {
  readonly port: number
  /** The same server on a Unix socket, as for a proxy on the same machine. */
  readonly socketPath: string
  openStreams(): Promise<number>
  rssBytes(): Promise<number>
  /** User and system time so far. */
  cpuMs(): Promise<number>
  /** Kills the process like a crash. */
  kill(): Promise<void>
}

/**
 * The flags of compose.yaml and the Dockerfile. With V8's default young generation, garbage of a busy second stays as a
 * hundred megabytes of RSS; without a limit on the old one, a storm of reconnects leaves 580 MB where 380 suffice. The
 * throughput of streams is the same.
 */
const apiFlags = ['--max-semi-space-size=8', '--max-old-space-size=256']

export async function startStreamServer(databaseUrl: string, atPort = 0): Promise<BenchStreamServer> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-bench-'))
  const socketPath = join(folder, 'api.sock')
  const env = await settingsFor(databaseUrl, folder)
  const child = fork(import.meta.filename, [`${atPort}`, socketPath], { execArgv: apiFlags, env })
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  const [{ port }] = await once(child, 'message')
  return {
    port,
    socketPath,
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

async function settingsFor(databaseUrl: string, folder: string): Promise<Record<string, string>> {
  const { recipient } = await generateIdentity()
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://127.0.0.1',
    LINK_SOCKET: join(folder, 'link.sock'),
    LINK_KEY: randomBytes(32).toString('base64'),
    API_DERIVE_KEY: randomBytes(32).toString('base64'),
    SEALING_RECIPIENT: recipient,
    // All clients come from one IP address and reconnect at once.
    API_REQUESTS_PER_MINUTE: '1000000',
  }
}

async function main(atPort: number, socketPath: string): Promise<void> {
  const settings = readConfig(apiSettings)
  const log = createLog({ level: settings.LOG_LEVEL, process: 'bench-api' })
  const context = createApiContext(settings, log)
  await context.listener.start()
  await context.streams.start()
  const app = await createApi(context)
  app.get('/open-streams', { config: { permission: 'public' } }, async () => `${context.streams.registry.size}`)
  const address = new URL(await app.listen({ host: '127.0.0.1', port: atPort, backlog: 4_096 }))
  const local = createServer((request, response) => app.routing(request, response))
  local.listen({ path: socketPath, backlog: 4_096 })
  await once(local, 'listening')
  process.send?.({ port: Number(address.port) })
  process.once('SIGTERM', () => process.exit(0))
}

if (import.meta.main) await main(Number(process.argv[2]), process.argv[3] ?? '')
