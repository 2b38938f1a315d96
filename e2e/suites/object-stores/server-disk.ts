/** The disk of a real server as a storage location, with a user who can only access Docker. */
import { parseAddressPolicy } from '@longshore/addresses'
import { createProxyPrograms } from '@longshore/remote/proxy'
import { createRuntime } from '@longshore/remote/runtime'
import { createServerPool } from '@longshore/remote/ssh'
import { createServerStore } from '../../../apps/server/src/testing/internals/backups.ts'
import { newId } from '../../../apps/server/src/testing/internals/ids.ts'
import { ensureBuildx } from '../../fixtures/buildx.ts'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import { startTarget } from '../../fixtures/target.ts'
import type { Report } from '../../support/report.ts'
import { proveContract } from './contract.ts'

export async function proveServerDisk(report: Report): Promise<number> {
  await using target = await startTarget()
  await using pool = createServerPool({ allow: parseAddressPolicy(`127.0.0.1:${target.port}`) })
  const limitsDirectory = await ensureProxyProgram()
  const programs = createProxyPrograms(limitsDirectory)
  const options = { instance: 'suite', buildxProgram: await ensureBuildx(), programs, limitsDirectory }
  const { host, port } = target
  const { privateKey } = target.keys.deploy
  const hostKeys = await target.readHostKeys()
  const place = { id: 'target', host, port, username: 'deploy', hostKeys, loadKey: async () => ({ privateKey }) }
  const store = createServerStore(
    {
      use: (_organization, _server, work, signal) =>
        pool.use(place, (connection) => work(createRuntime(connection, options)), { deadlineMs: 20_000, signal }),
    },
    { organizationId: newId('org'), serverId: newId('srv') },
  )
  const objects = await proveContract(report, 'server', store)
  const left = await target.mustExec(['docker', 'ps', '--all', '--quiet', '--filter', 'label=longshore.store'])
  report.expect(left === '', `containers are left: ${left}`)
  return objects
}
