/** Servers whose Docker is missing, too old or not accessible to the user, and the offered installation. */

import { startTarget, type Target, type TargetUser } from '../../fixtures/target.ts'
import { isQuick } from '../../support/command-line.ts'
import {
  bodyFor,
  mustAsk,
  removeServer,
  runTask,
  type ServersContext,
  waitForServer,
  waitForStatus,
} from '../../support/servers.ts'

const users = ['root', 'deploy'] as const

export async function proveDockerKinds(context: ServersContext): Promise<void> {
  await Promise.all([proveInstallation(context), proveTooOld(context)])
}

/** Debian 12's packages are too old, so they are refused and nothing changes. Debian 13's packages work. */
async function proveInstallation(context: ServersContext): Promise<void> {
  const { report } = context
  for (const username of users) {
    await using target = await startTarget({ kind: 'bare' })
    const id = await expectProblem(context, { target, username, code: 'docker_missing' })
    const refused = await runTask(context, id, 'install-docker')
    report.expect(
      refused.error?.code === 'docker_package_too_old',
      `${username}: installing from Debian 12 gives ${JSON.stringify(refused.error)}`,
    )
    report.expect((await target.exec(['docker', '--version'])).exitCode !== 0, `${username}: nothing was installed`)
    if (!isQuick) await proveNewerPackages(context, { target, username, id })
    await removeServer(context, id)
  }
}

async function proveNewerPackages(
  context: ServersContext,
  { target, username, id }: { target: Target; username: TargetUser; id: string },
): Promise<void> {
  const sources = await target.mustExec([
    'grep',
    '--no-filename',
    '--max-count=1',
    '^URIs:',
    '-r',
    '/etc/apt/sources.list.d',
  ])
  const mirror = sources.split('\n')[0]?.replace('URIs:', '').trim()
  await target.mustExec(['tee', '/etc/apt/sources.list.d/newer.list'], { stdin: `deb ${mirror} trixie main\n` })
  const task = await runTask(context, id, 'install-docker')
  if (!context.report.expect(task.status === 'succeeded', `${username}: installing ${JSON.stringify(task.error)}`))
    return
  const ready = await waitForServer(context, id, (server) => server.docker !== null)
  const truth = await target.mustExec(['docker', 'version', '--format', '{{.Server.Version}}'])
  context.report.expect(ready.docker?.version === truth.trim(), `${username}: Docker ${ready.docker?.version} is seen`)
}

async function proveTooOld(context: ServersContext): Promise<void> {
  for (const username of users) {
    await using target = await startTarget({ kind: 'docker20' })
    const id = await expectProblem(context, { target, username, code: 'docker_too_old' })
    await removeServer(context, id)
    if (username === 'deploy') {
      await target.mustExec(['gpasswd', '--delete', 'deploy', 'docker'])
      await removeServer(context, await expectProblem(context, { target, username, code: 'docker_socket_denied' }))
    }
  }
}

interface Case {
  target: Target
  username: TargetUser
  code: string
}

async function expectProblem(context: ServersContext, { target, username, code }: Case): Promise<string> {
  const created = await mustAsk(context, 'POST', '/servers', bodyFor(target, username))
  const degraded = await waitForStatus(context, created.id, 'degraded')
  const { problem } = degraded
  context.report.expect(problem?.code === code, `${username}: ${target.kind} gives ${problem?.code}, not ${code}`)
  context.report.expect(Number(problem?.hint.length) > 10, `${username}: ${problem?.code} says what to do`)
  return created.id
}
