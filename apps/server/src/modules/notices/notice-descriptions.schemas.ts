/** Descriptions of the events for the API reference. */
const noticeDescriptions = {
  deployment_started: 'a deployment started',
  deployment_succeeded: 'a deployment is live',
  deployment_failed: 'a deployment failed',
  deployment_rolled_back: 'a deployment failed after the switch, and the previous release is live again',
  deployment_cancelled: 'someone canceled a deployment',
  deployment_not_started: 'a scheduled deployment could not start',
  job_failed: 'a cron job failed',
  server_unreachable: 'a server missed several checks',
  server_recovered: 'a server is reachable again',
  server_drifted: 'security settings of a hardened server changed',
  server_hardened: 'a server was hardened',
  host_key_changed: 'a server shows an unknown host key',
  backup_failed: 'a backup failed',
  backup_proven: 'a backup passed a restore test',
  backup_proof_failed: 'a backup failed its restore test',
  backup_missing: 'a scheduled backup is overdue',
  drill_failed: 'a recovery drill failed',
  recovery_target_missed: 'a recovery would take longer, or lose more data, than the target allows',
  restore_succeeded: 'a restore or import succeeded',
  restore_failed: 'a restore or import failed',
  certificate_expiring: 'a certificate expires soon',
  certificate_failed: 'Longshore could not get a certificate',
  domain_failed: 'a domain no longer passes its checks',
  alert_raised: 'an alert opened',
  alert_cleared: 'an alert was resolved',
  member_joined: 'someone joined the organization',
  member_removed: 'someone left or was removed',
  member_role_changed: 'the role of a member changed',
  token_created: 'someone created an API token',
  token_revoked: 'someone revoked an API token',
  version_available: 'a newer version of Longshore is available',
  instance_backup_missing: 'the instance has no recent backup of itself',
  connector_failing: 'a notification channel does not work',
} as const

/** Formats each event as `event`: description, in order. */
export function describeEvents(events: readonly (keyof typeof noticeDescriptions)[]): string {
  return events.map((event) => `\`${event}\`: ${noticeDescriptions[event]}.`).join(' ')
}
