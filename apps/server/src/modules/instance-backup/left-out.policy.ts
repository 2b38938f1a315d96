/** Tables of which a backup of the control plane has no rows. */

/** Whoever was signed in signs in again: what was revoked after the backup must not come back to life. */
const shortLived = [
  'idempotency_keys',
  'mail_messages',
  'mfa_challenges',
  'one_time_codes',
  'password_resets',
  'rate_limits',
  'refresh_tokens',
  'sessions',
  'setup_links',
  'stream_tickets',
  'workflow_outbox',
]

/** Large, and nothing is decided by them: output of containers, and what servers used. */
const observed = ['metric_blocks', 'metric_rounds', 'runtime_log_chunks', 'runtime_log_leases']

export const leftOutTables: readonly string[] = [...shortLived, ...observed]
