/** Notification channels of fixtures, and their deliveries. */
import { randomUUIDv7 } from 'node:crypto'
import { brandId, decodeId, encodeId } from '../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import { type FakeGitProvider, startFakeGitProvider } from './git-providers/fake-git-provider.ts'
import type { Instance } from './instance.ts'

/** A webhook to a program that accepts everything. */
export async function connectorBody(): Promise<Record<string, unknown>> {
  taker ??= startFakeGitProvider('/hook', () => ({ status: 200, body: {} }))
  return { kind: 'webhook', name: `Fixture ${randomUUIDv7()}`, config: { url: (await taker).url } }
}
let taker: Promise<FakeGitProvider> | null = null

/** A delivery to the channel that didn't arrive. */
export async function insertFakeNoticeDelivery(
  instance: Pick<Instance, 'databaseUrl'>,
  connectorId: string,
): Promise<string> {
  const db = connectAsSuperuser(instance.databaseUrl)
  const [connector, notice, delivery] = [decodeId('ntc', connectorId), randomUUIDv7(), randomUUIDv7()]
  const payload = { event: 'server_recovered', server: { id: 'srv_x', name: 'x', host: 'x' }, since: 'then' }
  try {
    await db.query(
      `insert into notices (id, organization_id, event, severity, payload, cause_key)
       select $1, organization_id, 'server_recovered', 'info', $2, $3 from notification_connectors where id = $4`,
      [notice, JSON.stringify(payload), `fixture:${notice}`, connector],
    )
    await db.query(
      `insert into notice_deliveries (id, organization_id, notice_id, connector_id, status, finished_at)
       select $1, organization_id, $2, id, 'failed', now() from notification_connectors where id = $3`,
      [delivery, notice, connector],
    )
  } finally {
    await db.end()
  }
  return encodeId('dlv', brandId<'dlv'>(delivery))
}
