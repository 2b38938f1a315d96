/** A server belongs to one installation: another installation's claim holds until it is released. */

import { ownerFile, readRemote, type UserContext } from '../../support/servers/user-context.ts'
import {
  ask,
  bodyFor,
  mustAsk,
  register,
  removeServer,
  runTask,
  waitForServer,
  waitForStatus,
} from '../../support/servers.ts'

export async function proveOwnership(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const mine = await register(context, bodyFor(target, username))
  const claim = (await readRemote(target, ownerFile)) ?? '{}'
  await removeServer(context, mine.id)
  // Another installation writes the same file with its own id.
  const { instance } = JSON.parse(claim)
  const foreign = claim.replaceAll(instance, '01890000-0000-7000-8000-000000000000')
  await target.mustExec(['install', '-D', '/dev/stdin', ownerFile], { stdin: foreign })
  const created = await mustAsk(context, 'POST', '/servers', bodyFor(target, username))
  const refused = await waitForServer(context, created.id, (server) => server.problem !== null)
  report.expect(
    refused.problem?.code === 'server_already_managed' && refused.status !== 'ready',
    `${username}: a server of another installation is ${refused.status} with ${refused.problem?.code}`,
  )
  report.expect((await readRemote(target, ownerFile)) === foreign, `${username}: the other's claim was overwritten`)
  for (const [work, body] of [
    ['rotate-key', {}],
    ['cleanup', { dryRun: false }],
    ['install-docker', undefined],
  ] as const) {
    const answer = await ask(context, 'POST', `/servers/${created.id}/${work}`, body)
    report.expect(
      answer.status === 409 && answer.body.code === 'server_already_managed',
      `${username}: ${work} on a server of another installation answers ${answer.status} ${answer.body?.code}`,
    )
  }
  // The remedy that the problem names.
  await target.mustExec(['rm', ownerFile])
  await runTask(context, created.id, 'check')
  await waitForStatus(context, created.id, 'ready')
  report.expect(
    (await readRemote(target, ownerFile)) === claim ||
      (await readRemote(target, ownerFile))?.includes(instance) === true,
    `${username}: it is ours now`,
  )
  await removeServer(context, created.id)
}
