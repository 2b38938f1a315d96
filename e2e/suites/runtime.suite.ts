/**
 * The server runtime against a real Docker Engine, as root and as a member of the docker group.
 *
 * @tier all
 * @budget 120
 */
import { parseAddressPolicy } from '@longshore/addresses'
import { createProxyPrograms } from '@longshore/remote/proxy'
import { createRuntime, noAllowances } from '@longshore/remote/runtime'
import { runtimeContract } from '@longshore/remote/runtime/contract'
import { createServerPool, type ServerConnection } from '@longshore/remote/ssh'
import { loadBaseImages } from '../fixtures/base-images.ts'
import { ensureBuildx } from '../fixtures/buildx.ts'
import { ensureProxyProgram } from '../fixtures/proxy-program.ts'
import { startTarget, type TargetUser } from '../fixtures/target.ts'
import { isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { proveBehaviors } from './runtime/behaviors.ts'
import { proveContainerFiles } from './runtime/container-files.ts'
import { proveContainerOptions } from './runtime/container-options.ts'
import { proveManyNetworks } from './runtime/networks.ts'
import { provePipes } from './runtime/pipes.ts'
import { proveServerParts } from './runtime/server-parts.ts'
import { proveSharedSocket } from './runtime/shared-socket.ts'
import type { RuntimeTestEnv } from './runtime/test-env.ts'

const report = new Report('runtime')
const networks = isQuick ? 20 : 100
let cases = 0
{
  await using target = await startTarget()
  await loadBaseImages(target, ['redis:7', 'debian:bookworm-slim'])
  const hostKeys = await target.readHostKeys()
  const buildxProgram = await ensureBuildx()
  const limitsDirectory = await ensureProxyProgram()
  const programs = createProxyPrograms(limitsDirectory)
  await using pool = createServerPool({ allow: parseAddressPolicy(`127.0.0.1:${target.port}`) })
  const images = await readImages(['redis:7', 'debian:bookworm-slim'])
  for (const username of ['root', 'deploy'] as const) {
    await onTarget(username, async (connection) => {
      await run(`shared socket (${username})`, () => proveSharedSocket(connection))
      let allowed = noAllowances
      const allowances = async () => allowed
      const runtimeOf = (instance: string) =>
        createRuntime(connection, { instance, buildxProgram, programs, limitsDirectory, allowances })
      const testEnv: RuntimeTestEnv = {
        report,
        target,
        username,
        allow: (wanted) => {
          allowed = wanted
        },
        runtime: runtimeOf('suite'),
        stranger: runtimeOf('stranger'),
        image: images[0] ?? '',
        debian: images[1] ?? '',
        pool: { base: '10.210.0.0/16', prefix: 27 },
      }
      for (const each of runtimeContract) await run(`${each.name} (${username})`, () => each.run(testEnv))
      await run(`behaviours (${username})`, () => proveBehaviors(testEnv))
      await run(`container options (${username})`, () => proveContainerOptions(testEnv))
      await run(`server parts (${username})`, () => proveServerParts(testEnv))
      await run(`container files (${username})`, () => proveContainerFiles(testEnv))
      await run(`pipes (${username})`, () => provePipes(testEnv))
      if (username === 'root') await run('networks', () => proveManyNetworks(testEnv, networks))
      await testEnv.runtime.removeProxy({ signal: new AbortController().signal })
    })
  }
  const left = await target.mustExec(['docker', 'ps', '--all', '--quiet', '--filter', 'label=longshore.instance'])
  report.expect(left === '', `nothing of ours is left on the server: ${left}`)

  async function readImages(names: readonly string[]): Promise<string[]> {
    const ids = names.map((name) => target.mustExec(['docker', 'image', 'inspect', '--format', '{{.Id}}', name]))
    return await Promise.all(ids)
  }

  async function onTarget(username: TargetUser, work: (connection: ServerConnection) => Promise<void>): Promise<void> {
    const { host, port, keys } = target
    const { privateKey } = keys[username]
    const place = { id: username, host, port, username, hostKeys, loadKey: async () => ({ privateKey }) }
    await pool.use(place, work, { deadlineMs: 20_000 })
  }
}
report.figure('cases', cases)
report.figure('networks', networks)
report.finish()

async function run(name: string, work: () => Promise<void>): Promise<void> {
  cases += 1
  try {
    await work()
  } catch (error) {
    report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}
