/** The only file that names `connector_keys`, the keys that sign webhooks. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

export async function insertKey(
  tx: Tx,
  organizationId: OrganizationId,
  key: { id: string; connectorId: Id<'ntc'>; sealedKey: string },
): Promise<void> {
  await tx
    .insertInto('connector_keys')
    .values({
      id: key.id,
      organization_id: organizationId,
      connector_id: key.connectorId,
      sealed_key: key.sealedKey,
    })
    .execute()
}

/** Keeps the newest valid key until the given time; older ones end now. */
export async function retireKeys(
  tx: Tx,
  organizationId: OrganizationId,
  { connectorId, until }: { connectorId: Id<'ntc'>; until: Date },
): Promise<void> {
  await sql`
    delete from connector_keys where organization_id = ${organizationId} and connector_id = ${connectorId}
      and expires_at is not null`.execute(tx)
  await sql`
    update connector_keys set expires_at = ${until}
    where organization_id = ${organizationId} and connector_id = ${connectorId}`.execute(tx)
}

/** Lists valid keys, newest first. */
export async function listKeys(
  tx: Tx,
  organizationId: OrganizationId,
  connectorId: Id<'ntc'>,
): Promise<{ id: string; sealed_key: string }[]> {
  return await tx
    .selectFrom('connector_keys')
    .select(['id', 'sealed_key'])
    .where('organization_id', '=', organizationId)
    .where('connector_id', '=', connectorId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
}
