/** Deletions that are due, across all organizations, and the rows that go last. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { Leftover } from './leftover.schemas.ts'

type Db = Kysely<DB>

export interface DueRemoval {
  organizationId: OrganizationId
  userId: Id<'usr'> | null
}

const atOnce = 100
const maxRuns = 5_000
/** After this, what can't be reached does not keep an organization. */
const forcedAfterDays = 30

/** Deleted organizations, and the personal ones of deleted accounts: an organization without members may wait for its first owner. */
export async function listDueRemovals(db: Db): Promise<DueRemoval[]> {
  const { rows } = await sql<{ organizationId: string; userId: string | null }>`
    select o.id as "organizationId", null as "userId" from organizations o where o.deletion_due_at < now()
    union all
    select o.id, u.id from users u join memberships m on m.user_id = u.id join organizations o on o.id = m.organization_id
    where u.deletion_due_at < now() and o.personal and o.deletion_due_at is null
    limit ${atOnce}`.execute(db)
  return rows.map(({ organizationId, userId }) => ({
    organizationId: brandId<'org'>(organizationId),
    userId: userId === null ? null : brandId<'usr'>(userId),
  }))
}

/** Accounts whose personal organization is gone, or that never had one. */
export async function deleteDueAccounts(db: Db): Promise<number> {
  const { rows } = await sql`delete from users u where deletion_due_at < now() and not exists (
    select from memberships m join organizations o on o.id = m.organization_id where m.user_id = u.id and o.personal)
    returning u.id`.execute(db)
  return rows.length
}

/** Undefined: the deletion was taken back, as by signing in to the account again. */
export async function beginRemoval(
  db: Db,
  { organizationId, userId }: DueRemoval,
): Promise<{ isForced: boolean } | undefined> {
  const { rows } = await sql<{ isForced: boolean }>`
    update organizations o set deletion_tried_at = now()
    where o.id = ${organizationId} and ${isDue(userId)}
    returning o.deletion_forced or coalesce(o.deletion_due_at, (select u.deletion_due_at from users u where u.id = ${userId}))
      < now() - ${forcedAfterDays}::int * interval '1 day' as "isForced"`.execute(db)
  return rows[0]
}

/** What else runs for it, such as a backup or a scan. Removals under way continue. */
export async function listRunsToEnd(db: Db, organizationId: OrganizationId): Promise<Id<'run'>[]> {
  const { rows } = await sql<{ id: string }>`select id from workflow_runs
    where organization_id = ${organizationId} and finished_at is null and kind not like 'remove-%' and cancel_requested_at is null
    order by position limit ${maxRuns}`.execute(db)
  return rows.map(({ id }) => brandId<'run'>(id))
}

export async function saveLeftover(db: Db, organizationId: OrganizationId, left: readonly Leftover[]): Promise<void> {
  const text = JSON.stringify(left)
  await sql`update organizations set deletion_left = ${text}::jsonb where id = ${organizationId}`.execute(db)
}

/** The server whose proxy serves the dashboard of this instance. */
export async function findDashboardServer(db: Db, organizationId: OrganizationId): Promise<Id<'srv'> | null> {
  const row = await db
    .selectFrom('server_proxies')
    .select('server_id')
    .where('organization_id', '=', organizationId)
    .where('serves_dashboard', '=', true)
    .executeTakeFirst()
  return row === undefined ? null : brandId<'srv'>(row.server_id)
}

/** Locks what goes. False: the account was signed in to meanwhile, and stays with its organization. */
export async function lockDueRows(db: Db, { organizationId, userId }: DueRemoval): Promise<boolean> {
  if (userId !== null) await sql`select from users where id = ${userId} for update`.execute(db)
  const { rows } =
    await sql`select from organizations o where o.id = ${organizationId} and ${isDue(userId)} for update`.execute(db)
  return rows.length > 0
}

/** In the transaction that locked them. */
export async function deleteRows(db: Db, { organizationId, userId }: DueRemoval): Promise<void> {
  // Everything below it goes by cascade, which can be millions of rows.
  await sql`set local statement_timeout = '300s'`.execute(db)
  await sql`delete from organizations where id = ${organizationId}`.execute(db)
  if (userId !== null) await deleteDueAccounts(db)
}

function isDue(userId: Id<'usr'> | null) {
  if (userId === null) return sql<boolean>`o.deletion_due_at < now()`
  return sql<boolean>`o.personal and exists (select from users u where u.id = ${userId} and u.deletion_due_at < now())`
}
