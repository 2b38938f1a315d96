/**
 * Deployment time compared with a plain build-and-start script on the same server, warm and cold.
 *
 * The bar is 1.25 times the script; the quick form has 2.
 *
 * @tier all
 * @budget 120
 * @alone
 * @options --steps
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddressPolicy } from '@longshore/addresses'
import { createServerPool, type ServerConnection, type ServerPool, type ServerTarget } from '@longshore/remote/ssh'
import { ensureBuildx } from '../e2e/fixtures/buildx.ts'
import type { RepositoryFile } from '../e2e/fixtures/repository.ts'
import type { Target } from '../e2e/fixtures/target.ts'
import { hasFlag, isQuick } from '../e2e/support/command-line.ts'
import {
  type App,
  type DeployTestEnv,
  nodeApp,
  startDeployTestEnv,
  webService,
} from '../e2e/support/deploy-test-env.ts'
import { percentile, Report } from '../e2e/support/report.ts'
import { mustAsk } from '../e2e/support/servers.ts'
import { deployPlainly } from './deploy/plain-script.ts'

const report = new Report('deploy')
const bar = isQuick ? 2 : 1.25
const rounds = { warm: isQuick ? 3 : 15, cold: isQuick ? 1 : 7 }
const atOnce = isQuick ? 0 : 20
const showSteps = hasFlag('steps')
/** Work that the cache can save: about a second of processor time. */
const costly = 'RUN node -e "let n = 0; for (let i = 0; i < 3e8; i += 1) n += i % 7; console.log(n)"\n'
const filesOf = (text: string): RepositoryFile[] => nodeApp(text, costly)

{
  await using testEnvironment = await startDeployTestEnv({ report, targets: atOnce > 0 ? 2 : 1 })
  await using pool = createServerPool({ allow: parseAddressPolicy('127.0.0.1:1024-65535') })
  const buildx = await ensureBuildx()
  await compareSingly(testEnvironment, pool, buildx)
  if (atOnce > 0) await compareMany(testEnvironment, pool, buildx)
}
report.finish()

async function compareSingly(testEnvironment: DeployTestEnv, pool: ServerPool, buildx: string): Promise<void> {
  const [server] = testEnvironment.servers
  if (server === undefined) throw new Error('there is no server')
  const app = await testEnvironment.createApp('single', { files: filesOf('first'), services: [webService()] })
  const target = await targetOf(server.target, 'single')
  await pool.use(
    target,
    async (connection) => {
      await using clones = await temporaryFolder()
      const { repositoryUrl } = app
      const plain = { name: 'single', repositoryUrl, folder: join(clones.path, 'single'), connection, buildx }
      let number = 0
      // The first deployment of each installs what is missing.
      await deployOurs(testEnvironment, app, {})
      await deployPlainly(plain, { number, useCache: true })
      for (const kind of ['warm', 'cold'] as const) {
        const times = { ours: [] as number[], plain: [] as number[] }
        for (let round = 0; round < rounds[kind]; round += 1) {
          number += 1
          await testEnvironment.commit(app, filesOf(`${kind} ${round}`))
          times.ours.push(await deployOurs(testEnvironment, app, { clearCache: kind === 'cold' }))
          await testEnvironment.commit(app, filesOf(`plain ${kind} ${round}`))
          times.plain.push(await deployPlainly(plain, { number, useCache: kind === 'warm' }))
        }
        compare(kind, times)
      }
    },
    { deadlineMs: 30_000 },
  )
}

async function compareMany(testEnvironment: DeployTestEnv, pool: ServerPool, buildx: string): Promise<void> {
  for (const { id } of testEnvironment.servers)
    await mustAsk(testEnvironment, 'PATCH', `/servers/${id}`, { build: { slots: atOnce / 2 } })
  const all = Array.from({ length: atOnce }, (_, index) => index)
  const serverOf = (index: number) => testEnvironment.servers[index % testEnvironment.servers.length]
  // The first deployment on a server installs what is missing.
  for (const [index, server] of testEnvironment.servers.entries()) {
    const first = { files: filesOf(`first of ${index}`), services: [webService()], server }
    await deployOurs(testEnvironment, await testEnvironment.createApp(`first-of-${index}`, first), {})
  }
  const apps: App[] = []
  for (const index of all) {
    const server = serverOf(index)
    const services = [webService()]
    apps.push(
      await testEnvironment.createApp(`many-${index}`, {
        files: filesOf(`many ${index}`),
        services,
        ...(server === undefined ? {} : { server }),
      }),
    )
  }
  // Both are measured from the first call to the last switch.
  const ours = Math.max(...(await Promise.all(apps.map((app) => deployOurs(testEnvironment, app, {})))))
  const targets = await Promise.all(
    testEnvironment.servers.map(({ target }, index) => targetOf(target, `many-${index}`)),
  )
  // Files that no cache has seen yet, like ours.
  for (const [index, app] of apps.entries()) await testEnvironment.commit(app, filesOf(`plain many ${index}`))
  await using clones = await temporaryFolder()
  const plain = Math.max(
    ...(await Promise.all(
      all.map(async (index) => {
        const [target, app] = [targets[index % targets.length], apps[index]]
        if (target === undefined || app === undefined) throw new Error('there is no server')
        const name = `many-${index}`
        const plain = { name, repositoryUrl: app.repositoryUrl, folder: join(clones.path, name), buildx }
        const work = (connection: ServerConnection) =>
          deployPlainly({ ...plain, connection }, { number: 1, useCache: true })
        return await pool.use(target, work, { deadlineMs: 30_000 })
      }),
    )),
  )
  compare('many', { ours: [ours], plain: [plain] })
}

async function deployOurs(testEnvironment: DeployTestEnv, app: App, body: Record<string, unknown>): Promise<number> {
  const began = Date.now()
  const id = await testEnvironment.deploy(app, body)
  const deployment = await testEnvironment.waitFor(app, id)
  if (deployment.status !== 'live' && deployment.status !== 'retired')
    throw new Error(`ended ${deployment.status}: ${JSON.stringify(deployment.error)}`)
  if (showSteps) await printSteps(testEnvironment, app, { id, began })
  return Date.parse(String(deployment.switchedAt)) - began
}

async function printSteps(
  testEnvironment: DeployTestEnv,
  app: App,
  { id, began }: { id: string; began: number },
): Promise<void> {
  const { items } = await mustAsk<{ items: { name: string; startedAt: string | null; durationMs: number | null }[] }>(
    testEnvironment,
    'GET',
    `/environments/${app.environmentId}/deployments/${id}/steps`,
  )
  for (const { name, startedAt, durationMs } of items)
    console.error(
      `    ${String(startedAt === null ? '' : Date.parse(startedAt) - began).padStart(6)} ${name} ${durationMs}`,
    )
}

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'longshore-plain-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

function compare(kind: string, times: { ours: number[]; plain: number[] }): void {
  const [ours, plain] = [percentile(times.ours, 0.5), percentile(times.plain, 0.5)]
  console.error(
    `  ${kind}: ours ${times.ours.map(Math.round).join(' ')}, plain ${times.plain.map(Math.round).join(' ')}`,
  )
  report.figure(`${kind}Ms`, Math.round(ours))
  report.figure(`${kind}PlainMs`, Math.round(plain))
  report.figure(`${kind}Times`, (ours / plain).toFixed(2))
  report.expect(ours <= bar * plain, `${kind}: ${(ours / plain).toFixed(2)} times the script, wanted ${bar}`)
}

async function targetOf({ port, keys, readHostKeys }: Target, id: string): Promise<ServerTarget> {
  const { privateKey } = keys.root
  return {
    id,
    host: '127.0.0.1',
    port,
    username: 'root',
    hostKeys: await readHostKeys(),
    loadKey: async () => ({ privateKey }),
  }
}
