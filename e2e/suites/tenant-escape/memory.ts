/** Apps without limits that use all available memory: one of them ends, and the control plane isn't affected. */
import { appMemoryBytes } from '../../../packages/remote/src/containers/app-memory.ts'
import { eventually } from '../../support/eventually.ts'
import { ask } from '../../support/installed-client.ts'
import { askApp, type Tenants } from './test-env.ts'

const slice = 'longshore-apps.slice'
const machineBytes = 2 * 1024 ** 3
const pageBytes = 4_096

export async function proveMemory(tenants: Tenants): Promise<void> {
  const { testEnv, report, attacker, victim } = tenants
  const { target } = testEnv
  const limit = Number((await target.mustExec(['systemctl', 'show', '--value', '-p', 'MemoryMax', slice])).trim())
  const kilobytes = Number((await target.mustExec(['awk', '/^MemTotal/ { print $2 }', '/proc/meminfo'])).trim())
  const wanted = appMemoryBytes(kilobytes * 1_024, { isHome: true })
  // The kernel counts in pages.
  report.expect(Math.abs(limit - wanted) <= pageBytes, `the limit of all apps is ${limit}, wanted ${wanted}`)
  // The machine is a container of 2 GB that sees the whole host's memory, so the limit is set for a machine of 2 GB.
  const allowed = appMemoryBytes(machineBytes, { isHome: true })
  await target.mustExec(['systemctl', 'set-property', '--runtime', slice, `MemoryMax=${allowed}`])
  const before = await startsOfControlPlane(tenants)
  let asked = 0
  let refused = 0
  const restarts = await restartsOf(tenants)
  for (const app of [attacker, victim]) await askApp(tenants, app, '/eat')
  await eventually(
    'an app that takes too much is ended',
    async () => {
      asked += 1
      const answer = await ask(testEnv, { path: '/health/live' }).catch(() => ({ status: 0 }))
      if (answer.status !== 200) refused += 1
      return (await restartsOf(tenants)) > restarts
    },
    { withinMs: 120_000, everyMs: 300, retriesErrors: true },
  )
  report.expect(refused === 0, `the control plane did not answer ${refused} of ${asked} times`)
  report.expect((await startsOfControlPlane(tenants)) === before, 'a part of the control plane was ended')
  report.figure('control_plane_answers', `${asked - refused}/${asked}`)
}

async function startsOfControlPlane({ testEnv: { target } }: Tenants): Promise<string> {
  const filter = ['--filter', 'label=com.docker.compose.project']
  const ids = (await target.mustExec(['docker', 'ps', '--quiet', ...filter])).split('\n').sort()
  return await target.mustExec(['docker', 'inspect', '--format', '{{.Name}} {{.State.StartedAt}}', ...ids])
}

async function restartsOf({ testEnv: { target } }: Tenants): Promise<number> {
  const filter = ['--filter', 'label=longshore.environment']
  const ids = (await target.mustExec(['docker', 'ps', '--all', '--quiet', ...filter]))
    .split('\n')
    .filter((id) => id !== '')
  const counts = await target.mustExec(['docker', 'inspect', '--format', '{{.RestartCount}}', ...ids])
  return counts.split('\n').reduce((sum, count) => sum + Number(count), 0)
}
