/** Removes what is past its time, across all organisations. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'

type Db = Kysely<DB>

/**
 * With the personal organizations of these accounts, and only those: an organization without members may be the one that waits for
 * its first owner. The rows are locked, because signing in again keeps an account.
 */
export async function removeDeletedAccounts(db: Db): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const due = await sql<{ id: string }>`select id from users where deletion_due_at < now() for update`.execute(tx)
    const ids = due.rows.map(({ id }) => id)
    await sql`delete from organizations o where personal and exists (
      select from memberships m where m.organization_id = o.id and m.user_id = any(${ids}))`.execute(tx)
    await sql`delete from users where id = any(${ids})`.execute(tx)
    return ids.length
  })
}

export async function removeDeletedOrganizations(db: Db): Promise<number> {
  const gone = await sql<{ id: string }>`delete from organizations where deletion_due_at < now() returning id`.execute(
    db,
  )
  return gone.rows.length
}

export async function removeExpiredRows(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
  await sql`delete from sessions where expires_at < now() or revoked_at < now() - interval '30 days'`.execute(db)
  await sql`delete from refresh_tokens where expires_at < now()`.execute(db)
  await sql`delete from one_time_codes where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from password_resets where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from mfa_challenges where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from setup_links where expires_at < now()`.execute(db)
  await sql`delete from known_devices where last_seen_at < now() - interval '1 year'`.execute(db)
  await sql`delete from commit_statuses where updated_at < now() - interval '90 days'`.execute(db)
  await sql`delete from previews where status = 'closed' and environment_id is null and updated_at < now() - interval '30 days'`.execute(
    db,
  )
  await sql`delete from domain_holds where held_until < now()`.execute(db)
  await sql`delete from alerts where resolved_at < now() - interval '90 days'`.execute(db)
  // With their deliveries. A cause that lasts is told again after this time.
  await sql`delete from notices where created_at < now() - interval '30 days'`.execute(db)
  await sql`delete from connector_keys where expires_at < now()`.execute(db)
  // Nobody proved the address, and the code is long gone.
  await sql`delete from users where email_verified_at is null and updated_at < now() - interval '7 days'`.execute(db)
}
