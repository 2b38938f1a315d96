/** The only file that names `registries`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Registries } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

type Narrow = { status: 'connected' | 'invalid' }
type Selected = Omit<Selectable<Registries>, keyof Narrow> & Narrow
export type RegistryRow = Omit<Selected, 'id' | 'organization_id'> & { id: Id<'reg'>; organization_id: OrganizationId }

/** Returns undefined if the organization already has this credential. */
export async function insertRegistry(
  tx: Tx,
  organizationId: OrganizationId,
  registry: { id: Id<'reg'>; host: string; username: string; sealedPassword: string },
): Promise<RegistryRow | undefined> {
  const row = await tx
    .insertInto('registries')
    .values({
      id: registry.id,
      organization_id: organizationId,
      host: registry.host,
      username: registry.username,
      sealed_password: registry.sealedPassword,
      last_checked_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'host', 'username']).doNothing())
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

export async function findRegistry(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'reg'>,
): Promise<RegistryRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row
}

/** Finds the credential for a host: a working one before a refused one, newest first. */
export async function findRegistryOf(
  tx: Tx,
  organizationId: OrganizationId,
  host: string,
): Promise<RegistryRow | undefined> {
  const row = await select(tx, organizationId)
    .where('host', '=', host)
    .orderBy('status')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
}

export async function listRegistries(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number },
): Promise<RegistryRow[]> {
  const query = select(tx, organizationId)
  const rows = await query.$call(newestFirst(page)).execute()
  return rows
}

export async function countRegistries(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('registries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Stores the result of a check. */
export async function saveRegistryStatus(
  tx: Tx,
  organizationId: OrganizationId,
  check: { id: Id<'reg'>; status: RegistryRow['status'] },
): Promise<void> {
  await tx
    .updateTable('registries')
    .set({ status: check.status, last_checked_at: sql`now()`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', check.id)
    .execute()
}

/** Stores another password for a known credential. */
export async function replaceRegistryPassword(
  tx: Tx,
  organizationId: OrganizationId,
  registry: { id: Id<'reg'>; sealedPassword: string },
): Promise<RegistryRow> {
  const row = await tx
    .updateTable('registries')
    .set({
      sealed_password: registry.sealedPassword,
      status: 'connected',
      last_checked_at: sql`now()`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', registry.id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

/** Serializes changes to a credential. */
export async function lockRegistryAccount(
  tx: Tx,
  organizationId: OrganizationId,
  account: { host: string; username: string },
): Promise<RegistryRow | undefined> {
  const row = await select(tx, organizationId)
    .where('host', '=', account.host)
    .where('username', '=', account.username)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('registries').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
