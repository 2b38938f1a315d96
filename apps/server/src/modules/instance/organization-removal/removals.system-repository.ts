/** Due deletions, across all organizations, and the rows that are deleted last. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import type { Leftover } from './leftover.schemas.ts'

type Db = Kysely<DB>

export interface DueRemoval {
  organizationId: OrganizationId
  userId: Id<'usr'> | null
}

const atOnce = 100
const maxRuns = 5_000
/** After this time, unreachable resources no longer block a deletion. */
const forcedAfterDays = 30

/**
 * Lists deleted organizations, and the own ones of deleted accounts unless other people joined them. An organization
 * without members isn't listed, because it may wait for its first owner.
 */
export async function listDueRemovals(db: Db): Promise<DueRemoval[]> {
  const { rows } = await sql<{ organizationId: Id<'org'>; userId: Id<'usr'> | null }>`
    select o.id as "organizationId", null as "userId" from organizations o where o.deletion_due_at < now()
    union all
    select o.id, u.id from users u join memberships m on m.user_id = u.id join organizations o on o.id = m.organization_id
    where u.deletion_due_at < now() and ${isOwnOf(sql`u.id`)} and o.deletion_due_at is null
    limit ${atOnce}`.execute(db)
  return rows.map(({ organizationId, userId }) => ({
    organizationId: organizationId,
    userId: userId,
  }))
}

/** Deletes accounts whose own organization is deleted or has other members, or that never had one. */
export async function deleteDueAccounts(db: Db): Promise<number> {
  const { rows } = await sql`delete from users u where deletion_due_at < now() and not exists (
    select from memberships m join organizations o on o.id = m.organization_id where m.user_id = u.id and ${isOwnOf(sql`u.id`)})
    returning u.id`.execute(db)
  return rows.length
}

/** Returns undefined if the deletion was undone, for example by signing in to the account again. */
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

/** Lists its other runs, such as a backup or a scan. Removals in progress continue. */
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

/** Returns the server whose proxy serves the dashboard of this instance. */
export async function findDashboardServer(db: Db, organizationId: OrganizationId): Promise<Id<'srv'> | null> {
  const row = await db
    .selectFrom('server_proxies')
    .select('server_id')
    .where('organization_id', '=', organizationId)
    .where('serves_dashboard', '=', true)
    .executeTakeFirst()
  return row === undefined ? null : row.server_id
}

/** Locks the rows to delete. Returns false if the account signed in meanwhile, and stays with its organization. */
export async function lockDueRows(db: Db, { organizationId, userId }: DueRemoval): Promise<boolean> {
  if (userId !== null) await sql`select from users where id = ${userId} for update`.execute(db)
  const { rows } =
    await sql`select from organizations o where o.id = ${organizationId} and ${isDue(userId)} for update`.execute(db)
  return rows.length > 0
}

/** Call it in the transaction that locked them. */
export async function deleteRows(db: Db, { organizationId, userId }: DueRemoval): Promise<void> {
  // Everything below it is deleted by cascade, which can be millions of rows.
  await sql`set local statement_timeout = '300s'`.execute(db)
  await sql`delete from organizations where id = ${organizationId}`.execute(db)
  if (userId !== null) await deleteDueAccounts(db)
}

function isDue(userId: Id<'usr'> | null) {
  if (userId === null) return sql<boolean>`o.deletion_due_at < now()`
  return sql<boolean>`${isOwnOf(sql`${userId}::uuid`)}
    and exists (select from users u where u.id = ${userId} and u.deletion_due_at < now())`
}

/** The organization was created with the account, and it has no other member. */
function isOwnOf(userId: RawBuilder<unknown>) {
  return sql<boolean>`(o.personal and not exists (
    select from memberships other where other.organization_id = o.id and other.user_id <> ${userId}))`
}
