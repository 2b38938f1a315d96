/** Servers whose Docker is missing, too old or closed to the user; installation where it is offered. */
import { startTarget, type Target, type TargetUser } from '../../fixtures/target.ts'
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

async function proveInstallation(context: ServersContext): Promise<void> {
  const { report } = context
  for (const username of users) {
    await using target = await startTarget({ kind: 'bare' })
    const id = await expectProblem(context, { target, username, code: 'docker_missing' })
    const task = await runTask(context, id, 'docker')
    if (report.expect(task.status === 'succeeded', `${username}: installing Docker ${JSON.stringify(task.error)}`)) {
      const ready = await waitForServer(context, id, (server) => server.docker !== null)
      const truth = await target.mustExec(['docker', 'version', '--format', '{{.Server.Version}}'])
      report.expect(ready.docker.version === truth.trim(), `${username}: Docker ${ready.docker?.version} is seen`)
    }
    await removeServer(context, id)
  }
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
  context.report.expect(problem.code === code, `${username}: ${target.kind} gives ${problem.code}, not ${code}`)
  context.report.expect(problem.hint.length > 10, `${username}: ${problem.code} says what to do`)
  return created.id
}
