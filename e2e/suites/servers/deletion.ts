/** Deletes servers, including one that never comes back. */

import { ownerFile, readRemote, type UserContext } from '../../support/servers/user-context.ts'
import { ask, bodyFor, register, removeServer, waitUntilGone } from '../../support/servers.ts'

export async function proveDeletion(context: UserContext): Promise<void> {
  const { report, target, username } = context
  const server = await register(context, bodyFor(target, username))
  await target.stop()
  const answer = await ask(context, 'DELETE', `/servers/${server.id}?force=true&permanent=true`)
  report.expect(answer.status === 202, `${username}: deleting a server that is off answers ${answer.status}`)
  await waitUntilGone(context, server.id)
  await target.start()
  // The server can be registered again, because the remaining claim is the instance's own.
  const again = await register(context, bodyFor(target, username))
  await removeServer(context, again.id)
  report.expect((await readRemote(target, ownerFile)) === null, `${username}: the owner file is removed in the end`)
}
