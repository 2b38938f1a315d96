/** Listing, reading and changing servers. */

import { call } from '../../support/client.ts'
import { freePorts } from '../../support/free-ports.ts'
import type { UserContext } from '../../support/servers/user-context.ts'
import { ask, bodyFor, mustAsk, register, removeServer, waitForServer, waitForStatus } from '../../support/servers.ts'

export async function proveChanges(context: UserContext): Promise<void> {
  const { report, target, username, instance, person } = context
  const server = await register(context, { ...bodyFor(target, username), baseDomain: 'apps.example.com' })
  const path = `/servers/${server.id}`
  const listed = await mustAsk(context, 'GET', `/servers?status=ready&q=${target.port}`)
  report.expect(
    listed.items.length === 1 && listed.items[0]?.id === server.id,
    `${username}: the list finds it by state and address (${listed.items.length} found)`,
  )
  const got = await ask(context, 'GET', path)
  report.expect(got.headers.get('etag') !== null, `${username}: it carries an ETag`)
  const renamed = await ask(context, 'PATCH', path, { name: 'Renamed', baseDomain: null })
  report.expect(
    renamed.status === 200 && renamed.body.name === 'Renamed' && renamed.body.baseDomain === null,
    `${username}: renaming answers ${renamed.status}`,
  )
  report.expect(renamed.body.status === 'ready', `${username}: a new name does not disturb the connection`)
  const stale = await call(instance, 'PATCH', `/api/v1${path}`, {
    token: person.token,
    body: { name: 'Too late' },
    headers: { 'if-match': got.headers.get('etag') ?? '' },
  })
  report.expect(stale.status === 412, `${username}: a change over a newer version answers ${stale.status}`)
  await proveWrongAddress(context, server.id)
  await removeServer(context, server.id)
}

/** A wrong address is tried at once and reported. The right one makes the server ready again. */
async function proveWrongAddress(context: UserContext, id: string): Promise<void> {
  const { report, target, username } = context
  const [unused = 0] = await freePorts(1)
  await mustAsk(context, 'PATCH', `/servers/${id}`, { port: unused })
  const lost = await waitForServer(context, id, (server) => server.problem !== null)
  report.expect(
    lost.status === 'unreachable' && lost.problem?.code === 'connection_refused',
    `${username}: at a wrong port it is ${lost.status} with ${lost.problem?.code}`,
  )
  report.expect(Number(lost.problem?.hint.length) > 10, `${username}: the problem says what to do`)
  await mustAsk(context, 'PATCH', `/servers/${id}`, { port: target.port })
  await waitForStatus(context, id, 'ready')
  await mustAsk(context, 'PATCH', `/servers/${id}`, { username: 'nobody-here' })
  const refused = await waitForServer(context, id, (server) => server.problem !== null)
  report.expect(refused.problem?.code === 'key_refused', `${username}: another user gives ${refused.problem?.code}`)
  await mustAsk(context, 'PATCH', `/servers/${id}`, { username })
  await waitForStatus(context, id, 'ready')
}
