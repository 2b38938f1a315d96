/** Tables that an instance backup excludes. */

/** Users sign in again: sessions that were revoked after the backup must not become valid again. */
const shortLived = [
  'device_sign_ins',
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
 * Large, and nothing depends on them: container output, metrics, events. Stream counters are kept, so that their
 * numbers continue, and so is the final state of each run.
 */
const observed = [
  'environment_observations',
  'events',
  'metric_blocks',
  'metric_rounds',
  'run_events',
  'runtime_log_chunks',
  'runtime_log_leases',
]

export const excludedTables: readonly string[] = [...shortLived, ...observed]

/** A backup includes only unfinished runs of the journal; a restore ends them properly. */
export const includedRows: Readonly<Record<string, string>> = {
  workflow_runs: 'finished_at is null',
  workflow_steps: 'run_id in (select id from public.workflow_runs where finished_at is null)',
}
