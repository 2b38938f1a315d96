/**
 * A server that is unreachable and comes back: one failed check isn't enough, two are, and a reboot recovers
 * automatically.
 */
import { openEvents } from '../../support/event-stream.ts'
import type { UserContext } from '../../support/servers/user-context.ts'
import { bodyFor, mustAsk, register, removeServer, runTask, waitForStatus } from '../../support/servers.ts'

export async function proveOutage(context: UserContext): Promise<void> {
  const { report, target, username, instance, person } = context
  using events = await openEvents(instance, { token: person.token })
  const server = await register(context, bodyFor(target, username))
  const hostKeys = JSON.stringify(server.hostKeys)
  await target.stop()
  await runTask(context, server.id, 'check')
  const missedOnce = await mustAsk(context, 'GET', `/servers/${server.id}`)
  report.expect(missedOnce.status === 'ready', `${username}: after one miss it is ${missedOnce.status}`)
  await runTask(context, server.id, 'check')
  const missedTwice = await waitForStatus(context, server.id, 'unreachable')
  report.expect(missedTwice.problem !== null, `${username}: the problem is named`)
  const seenBefore = missedTwice.lastSeenAt
  await target.start()
  await runTask(context, server.id, 'check')
  const back = await waitForStatus(context, server.id, 'ready')
  report.expect(back.problem === null, `${username}: the problem is resolved`)
  report.expect(String(back.lastSeenAt) > String(seenBefore), `${username}: it was seen again`)
  report.expect(JSON.stringify(back.hostKeys) === hostKeys, `${username}: the pins survive a reboot`)
  await removeServer(context, server.id)
  const reported = events.text
    .split('\n')
    .filter((line) => line.startsWith('data:') && line.includes(server.id))
    .map((line) => JSON.parse(line.slice('data:'.length)))
    .filter((data) => data.changed === 'server')
  report.expect(reported.length >= 4, `${username}: ${reported.length} events reported it`)
  for (const status of ['unreachable', 'ready'])
    report.expect(
      reported.some((data) => data.status === status),
      `${username}: no event says ${status}`,
    )
}
