/** Removes expired rows, across all organizations. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { removeInBatches } from '../../../platform/database/remove-in-batches.ts'
import { runAll } from '../../../platform/process/run-all.ts'

/** Deletes in batches per table. Returns the number of deleted rows. */
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
  device_sign_ins: sql`expires_at < now() - interval '1 day'`,
  setup_links: sql`expires_at < now()`,
  known_devices: sql`last_seen_at < now() - interval '1 year'`,
  commit_statuses: sql`updated_at < now() - interval '90 days'`,
  previews: sql`status = 'closed' and environment_id is null and updated_at < now() - interval '30 days'`,
  domain_holds: sql`held_until < now()`,
  alerts: sql`resolved_at < now() - interval '90 days'`,
  // Includes their deliveries. A persisting cause is reported again after this time.
  notices: sql`created_at < now() - interval '30 days'`,
  connector_keys: sql`expires_at < now()`,
  // The email address was never verified, and the code expired long ago.
  users: sql`email_verified_at is null and updated_at < now() - interval '7 days'`,
  // As long as a repeated delivery is recognized.
  webhook_deliveries: sql`received_at < now() - interval '7 days'`,
  // Nothing is stored for them: they failed, were canceled or have expired.
  backups: sql`status in ('failed', 'cancelled', 'expired') and updated_at < now() - interval '90 days'`,
  scheduled_deployments: sql`ended_at < now() - interval '90 days'`,
  mail_messages: sql`created_at < now() - interval '30 days'`,
}
