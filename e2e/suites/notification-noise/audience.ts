/** One notification channel of each kind, each with a vendor that counts received messages. */
import { setTimeout as delay } from 'node:timers/promises'
import type { CreatedConnector, NotificationDelivery, Page } from '@longshore/sdk'
import type { DeployTestEnv } from '../../support/deploy-test-env.ts'
import { configsFor } from '../../support/notifications/connectors-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { startVendors } from '../../support/vendors.ts'

export interface Listener {
  readonly id: string
  readonly name: string
  /** Messages that arrived, whatever the log says. */
  heard(): number
}

export interface Audience extends AsyncDisposable {
  readonly listeners: readonly Listener[]
  /** Messages that a vendor would have refused. */
  faults(): string[]
}

const reportedWithinMs = 60_000

/** `events` are those that belong to no project. */
export async function gatherAudience(
  testEnv: DeployTestEnv,
  { name, events }: { name: string; events: readonly string[] },
): Promise<Audience> {
  await using stack = new AsyncDisposableStack()
  const vendors = stack.use(await startVendors())
  const configs = configsFor(vendors)
  const listeners: Listener[] = []
  for (const { kind, received } of vendors.all) {
    const made = await createConnector(testEnv, { kind, name: `${name} ${kind}`, config: configs[kind], events })
    if (kind === 'webhook') vendors.webhookKey = made.secret ?? ''
    listeners.push({ id: made.id, name: made.name, heard: () => received.length })
  }
  const to = `${name}@example.com`
  const mail = await createConnector(testEnv, { kind: 'email', name: `${name} email`, config: { to }, events })
  listeners.push({ id: mail.id, name: mail.name, heard: () => testEnv.instance.mailbox.count(to) })
  const moved = stack.move()
  return {
    listeners,
    faults: () =>
      vendors.all.flatMap(({ kind, received }) =>
        received.flatMap(({ seen }) => seen.faults.map((fault) => `${kind}: ${fault}`)),
      ),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

export async function createConnector(
  testEnv: DeployTestEnv,
  body: { kind: string; name: string; config: unknown; events: readonly string[] },
): Promise<CreatedConnector> {
  return await mustAsk(testEnv, 'POST', '/notification-connectors', body)
}

/** Each channel's log has this many entries, all completed, and exactly this many messages arrived. */
export async function expectNotified(testEnv: DeployTestEnv, { listeners }: Audience, count: number): Promise<number> {
  let reported = 0
  for (const { id, name, heard } of listeners) {
    const deliveries = await untilOver(testEnv, id, count)
    const statuses = deliveries.map(({ event, status }) => `${event} ${status}`)
    reported += heard()
    testEnv.report.expect(
      deliveries.length === count &&
        deliveries.every(({ status, attemptCount }) => status === 'delivered' && attemptCount === 1),
      `${name}: ${count} deliveries, not ${statuses.join(', ')}`,
    )
    testEnv.report.expect(heard() === count, `${name} received ${heard()} messages, not ${count}`)
  }
  return reported
}

export async function deliveriesOf(testEnv: DeployTestEnv, id: string): Promise<NotificationDelivery[]> {
  const path = `/notification-connectors/${id}/deliveries?limit=100`
  const { items }: Page<NotificationDelivery> = await mustAsk(testEnv, 'GET', path)
  return items
}

async function untilOver(testEnv: DeployTestEnv, id: string, count: number): Promise<NotificationDelivery[]> {
  for (const deadline = Date.now() + reportedWithinMs; ; await delay(100)) {
    const items = await deliveriesOf(testEnv, id)
    const isOver = items.length >= count && items.every(({ status }) => status !== 'waiting')
    if (isOver || Date.now() > deadline) return items
  }
}
