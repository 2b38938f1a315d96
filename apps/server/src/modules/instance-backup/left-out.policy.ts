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

/**
 * Large, and nothing is decided by them: output of containers, what servers used, what happened. The counters of streams are
 * kept, so that their numbers continue, and so is the final state of each run.
 */
const observed = ['events', 'metric_blocks', 'metric_rounds', 'run_events', 'runtime_log_chunks', 'runtime_log_leases']

export const leftOutTables: readonly string[] = [...shortLived, ...observed]

/** Of the journal, only what was under way: a restore ends it properly. */
export const keptRows: Readonly<Record<string, string>> = {
  workflow_runs: 'finished_at is null',
  workflow_steps: 'run_id in (select id from public.workflow_runs where finished_at is null)',
}
