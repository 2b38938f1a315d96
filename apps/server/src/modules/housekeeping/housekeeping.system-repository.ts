/** Removes what is past its time, across all organisations. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { removeInBatches } from '../../platform/database/remove-in-batches.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { runAll } from '../../platform/process/run-all.ts'

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

/** Each in batches of its own. Returns how many rows are gone. */
export async function removeExpiredRows(database: Database): Promise<number> {
  const tasks = Object.entries(expired).map(
    ([table, where]) => [table, () => removeInBatches(database, { table, where })] as const,
  )
  const removed = await runAll(Object.fromEntries(tasks))
  return Object.values(removed).reduce((sum, count) => sum + count, 0)
}

const expired: Readonly<Record<string, RawBuilder<unknown>>> = {
  idempotency_keys: sql`created_at < now() - interval '24 hours'`,
  sessions: sql`expires_at < now() or revoked_at < now() - interval '30 days'`,
  refresh_tokens: sql`expires_at < now()`,
  one_time_codes: sql`expires_at < now() - interval '1 day'`,
  password_resets: sql`expires_at < now() - interval '1 day'`,
  mfa_challenges: sql`expires_at < now() - interval '1 day'`,
  setup_links: sql`expires_at < now()`,
  known_devices: sql`last_seen_at < now() - interval '1 year'`,
  commit_statuses: sql`updated_at < now() - interval '90 days'`,
  previews: sql`status = 'closed' and environment_id is null and updated_at < now() - interval '30 days'`,
  domain_holds: sql`held_until < now()`,
  alerts: sql`resolved_at < now() - interval '90 days'`,
  // With their deliveries. A cause that lasts is reported again after this time.
  notices: sql`created_at < now() - interval '30 days'`,
  connector_keys: sql`expires_at < now()`,
  // The address was never verified, and the code is long gone.
  users: sql`email_verified_at is null and updated_at < now() - interval '7 days'`,
  // As long as a repeated delivery is recognized.
  webhook_deliveries: sql`received_at < now() - interval '7 days'`,
  // Nothing is stored for them: they failed, were canceled or have expired.
  backups: sql`status in ('failed', 'cancelled', 'expired') and updated_at < now() - interval '90 days'`,
  mail_messages: sql`created_at < now() - interval '30 days'`,
}
