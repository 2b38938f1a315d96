/**
 * An instance whose worker runs the previous release, and a second worker of the current one, which isn't started yet.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import { openCheckout } from '../../support/checkout.ts'
import { option } from '../../support/command-line.ts'
import {
  type DeployServer,
  type DeployTestEnv,
  deployEnvironment,
  startDeployTestEnv,
} from '../../support/deploy-test-env.ts'
import { freePorts } from '../../support/free-ports.ts'
import type { Report } from '../../support/report.ts'
import { ServerProcess } from '../../support/server-process.ts'
import { TcpBalancer } from '../../support/tcp-balancer.ts'

export interface RollingTestEnv extends DeployTestEnv {
  readonly home: DeployServer
  readonly sql: SqlClient
  readonly older: ServerProcess
  startNewer(): Promise<void>
}

const generationFile = 'packages/remote/src/proxy/proxy-generation.ts'

export async function startRollingTestEnv(report: Report): Promise<RollingTestEnv> {
  await using stack = new AsyncDisposableStack()
  const from = option('from')
  const checkout = stack.use(await openCheckout(from ?? 'HEAD'))
  if (from === undefined) await lowerGeneration(checkout.root)
  const sockets = await mkdtemp(join(tmpdir(), 'longshore-links-'))
  stack.defer(() => rm(sockets, { recursive: true, force: true }))
  const [olderSocket, newerSocket] = [join(sockets, 'older.sock'), join(sockets, 'newer.sock')]
  const balancer = stack.use(await TcpBalancer.start())
  const [olderPort = 0, newerPort = 0, metrics = 0] = await freePorts(3)
  balancer.add(olderPort)
  const settings = {
    WORKER_URL: balancer.url,
    WORKER_PORT: String(olderPort),
    LINK_SOCKET: olderSocket,
    PROXY_PROGRAMS_DIRECTORY: await ensureProxyProgram(join(checkout.root, 'packages/proxy')),
    SERVER_CHECK_SECONDS: '5',
    SERVER_RECONCILE_SECONDS: '5',
  }
  const testEnv = stack.use(
    await startDeployTestEnv({
      report,
      instance: {
        environment: settings,
        apiSettings: { LINK_SOCKET: `${olderSocket},${newerSocket}` },
        workerMain: join(checkout.root, 'apps/server/src/main.ts'),
      },
    }),
  )
  const [home] = testEnv.servers
  if (home === undefined) throw new Error('there is no server')
  const own = {
    WORKER_PORT: String(newerPort),
    WORKER_METRICS_PORT: String(metrics),
    LINK_SOCKET: newerSocket,
    PROXY_PROGRAMS_DIRECTORY: (await deployEnvironment()).PROXY_PROGRAMS_DIRECTORY ?? '',
  }
  const environment = { ...testEnv.instance.environment, ...own }
  const newer = stack.use(new ServerProcess({ command: 'worker', environment }))
  const startNewer = async () => {
    await newer.start(async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).ok)
    balancer.add(newerPort)
  }
  const sql = stack.use(createSqlClient(testEnv.instance.databaseUrl))
  const { worker: older } = testEnv.instance
  const owned = stack.move()
  return { ...testEnv, home, sql, older, startNewer, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The previous release, with regard to proxies. */
async function lowerGeneration(root: string): Promise<void> {
  const file = join(root, generationFile)
  const text = await readFile(file, 'utf8')
  const changed = text.replace(/(proxyGeneration = )(\d+)/, (_, name, number) => `${name}${Number(number) - 1}`)
  if (changed === text) throw new Error(`${generationFile} has no generation`)
  await writeFile(file, changed)
}
