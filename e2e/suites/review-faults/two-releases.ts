/** Two workers of different releases on one machine: the proxy of servers, and the link to the api. */
import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import type { Target } from '../../fixtures/target.ts'
import { loadModule } from './checkout-modules.ts'
import type { FaultsTestEnv, Finding, Outcome } from './finding.ts'

const runningProxies = ['docker', 'ps', '--filter', 'label=longshore.role=proxy', '--filter', 'status=running', '-q']
const call = { signal: new AbortController().signal }

export const olderWorkerReplacesProxy: Finding = {
  id: 'H6',
  title: 'a worker of an older release replaces the proxy of the newer one',
  async provoke(testEnv) {
    const { servers } = await testEnv.deploying()
    const target = servers[0]?.target
    if (target === undefined) throw new Error('there is no server')
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'longshore-two-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const programs = await ensureProxyProgram(join(testEnv.checkout.root, 'packages/proxy'))
    for (const name of await readdir(programs)) {
      await copyFile(join(programs, name), join(folder, name))
      await appendFile(join(folder, name), 'another release')
    }
    const newer = { isOwn: true, claim: Date.now() }
    const older = { isOwn: false, claim: newer.claim - 1 }
    return await withConnection(testEnv, target, async (runtimeOf) => {
      await runtimeOf(folder, newer).ensureProxy(call)
      const before = await target.mustExec(runningProxies)
      await runtimeOf(programs, older).ensureProxy(call)
      const after = await target.mustExec(runningProxies)
      await runtimeOf(folder, newer).removeProxy(call)
      return { broken: before !== after, how: before === after ? 'it was left alone' : 'the newer proxy was replaced' }
    })
  },
}

type Wanted = { isOwn: boolean; claim: number }
// biome-ignore lint/suspicious/noExplicitAny: of the checkout, whose types may be others
type RuntimeOf = (programs: string, wanted: Wanted) => any

async function withConnection(
  { checkout }: FaultsTestEnv,
  target: Target,
  work: (runtimeOf: RuntimeOf) => Promise<Outcome>,
): Promise<Outcome> {
  const { parseAddressPolicy } = await loadModule(checkout, 'packages/addresses/src/index.ts')
  const { createServerPool } = await loadModule(checkout, 'packages/remote/src/ssh/index.ts')
  const { createProxyPrograms, createProxyRuntime } = await loadModule(checkout, 'packages/remote/src/proxy/index.ts')
  await using pool = createServerPool({ allow: parseAddressPolicy(`127.0.0.1:${target.port}`) })
  const { host, port } = target
  const loadKey = async () => ({ privateKey: target.keys.root.privateKey })
  const server = { id: 'target', host, port, username: 'root', hostKeys: await target.readHostKeys(), loadKey }
  const use = (connection: unknown) =>
    work((programs, wanted) =>
      createProxyRuntime(connection, {
        instance: 'review-faults',
        programs: createProxyPrograms(programs),
        wantedProxy: async () => wanted,
      }),
    )
  return await pool.use(server, use, { deadlineMs: 20_000 })
}

export const apiKnowsOneWorker: Finding = {
  id: 'L9',
  title: 'the api talks to one worker of a machine only',
  async provoke({ checkout }) {
    const folder = await mkdtemp(join(tmpdir(), 'longshore-links-'))
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const { linkAddress } = await loadModule(checkout, 'apps/server/src/link-address.ts')
    const link = 'apps/server/src/platform/link'
    const { LinkSessions } = await loadModule(checkout, `${link}/link-session.ts`)
    const { createLinkServer } = await loadModule(checkout, `${link}/link-server.ts`)
    const { tokenKeysOf } = await loadModule(checkout, `${link}/token.ts`)
    const { Secret } = await loadModule(checkout, 'apps/server/src/platform/secrets/secret.ts')
    const unseal = await loadModule(checkout, 'apps/server/src/platform/secrets/unseal.ts')
    const { createLog } = await loadModule(checkout, 'apps/server/src/platform/log/log.ts')
    const key = new Secret(randomBytes(32))
    const [away, there] = [join(folder, 'away.sock'), join(folder, 'there.sock')]
    const server = await createLinkServer({
      listen: { socketPath: there },
      key,
      unsealer: await unseal.createUnsealer([(await unseal.generateIdentity()).identity]),
      calls: [],
      log: createLog({ level: 'fatal', process: 'test' }),
    })
    stack.defer(() => server.close(0))
    using sessions = new LinkSessions(linkAddress({ LINK_SOCKET: `${away},${there}` }), tokenKeysOf(key))
    const isReached = await sessions.get().then(
      () => true,
      () => false,
    )
    return { broken: !isReached, how: isReached ? 'the second worker answers' : 'the second worker is not reached' }
  },
}
