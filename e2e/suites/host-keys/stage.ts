/** One user's servers in the host-keys suite, with the repeated actions and expectations. */
import type { Server } from '@longshore/sdk'
import type { Target, TargetUser } from '../../fixtures/target.ts'
import { ask, bodyFor, mustAsk, register, runTask, type ServersContext, waitForServer } from '../../support/servers.ts'
import { callWitness } from './witness.ts'

export interface Stage extends ServersContext {
  readonly username: TargetUser
  readonly target: Target
  /** Another server with its own host keys that plays the impostor. It would accept the login. */
  readonly impostor: Target
}

/** A registered server whose keys are pinned. */
export async function registerPinned(stage: Stage, changes: Record<string, unknown> = {}): Promise<string> {
  const server = await register(stage, { ...bodyFor(stage.target, stage.username), ...changes })
  return server.id
}

/** Runs a script as root on the target. Open connections stay open. */
export async function onTarget(target: Target, script: string): Promise<void> {
  await target.mustExec(['bash', '-euo', 'pipefail', '-s'], { stdin: script })
}

/** Ends every session on the target, as a network failure would. */
export async function cutSessions(target: Target): Promise<void> {
  await target.exec(['pkill', '--full', '^sshd: (root|deploy)'])
}

/** Runs a task against the swapped server. It must be refused, and the server must not receive a login. */
export async function expectRefused(
  stage: Stage,
  { id, name, meets = stage.target, act }: { id: string; name: string; meets?: Target; act?: () => Promise<unknown> },
): Promise<boolean> {
  const { report } = stage
  const witness = await callWitness(meets)
  await (act ?? (() => runTask(stage, id, 'check')))()
  const server = await waitForServer(stage, id, (each) => each.status === 'host_key_changed')
  const sight = await witness.observe()
  const label = `${name} as ${stage.username}`
  return [
    report.expect(server.problem?.code === 'host_key_changed', `${label}: the problem is ${server.problem?.code}`),
    report.expect(sight.connections > 0, `${label}: the swapped server saw no connection, which proves nothing`),
    report.expect(sight.accepted === 0, `${label}: the host key was accepted ${sight.accepted} times`),
    report.expect(sight.logins === 0, `${label}: ${sight.logins} attempts to log in were sent`),
  ].every(Boolean)
}

/** Wrong fingerprints are refused. The right one makes the server usable again. */
export async function acceptNewKey(stage: Stage, id: string, name: string): Promise<void> {
  const { report, target } = stage
  const label = `${name} as ${stage.username}`
  const server = await mustAsk<Server>(stage, 'GET', `/servers/${id}`)
  const truth = (await target.readHostKeys()).map((key) => key.fingerprint)
  const offered: string[] = server.offeredHostKeys.map((key: { fingerprint: string }) => key.fingerprint)
  report.expect(offered.length > 0, `${label}: the server's current key is not shown`)
  const path = `/servers/${id}/host-key/accept`
  const strange = `SHA256:${'A'.repeat(43)}`
  for (const fingerprint of [strange, server.hostKeys[0]?.fingerprint ?? strange].filter(
    (each) => !offered.includes(each),
  )) {
    const wrong = await ask(stage, 'POST', path, { fingerprint })
    report.expect(
      wrong.status === 409 && wrong.body.code === 'host_key_not_offered',
      `${label}: accepting a key that is not shown answers ${wrong.status} ${wrong.body?.code}`,
    )
  }
  const right = offered.find((fingerprint) => truth.includes(fingerprint))
  if (!report.expect(right !== undefined, `${label}: none of the keys that the server has is offered`)) return
  const witness = await callWitness(target)
  await mustAsk(stage, 'POST', path, { fingerprint: right })
  const accepted = await waitForServer(stage, id, (each) => each.status === 'ready')
  report.expect(
    accepted.hostKeys.some((key: { fingerprint: string }) => key.fingerprint === right),
    `${label}: the accepted key is not pinned`,
  )
  const { logins } = await witness.observe()
  report.expect(logins > 0, `${label}: no login after accepting; the witness records nothing`)
}
