/** Severity of each event; pure. */
import { type NoticeEvent, type NoticePayload, noticeEvents } from './notice-events.schemas.ts'
import { type Severity, severities } from './notice-severity.schemas.ts'

export const eventSeverities: Readonly<Record<NoticeEvent, Severity>> = {
  deployment_started: 'info',
  deployment_succeeded: 'info',
  deployment_failed: 'critical',
  deployment_rolled_back: 'warning',
  deployment_cancelled: 'info',
  deployment_not_started: 'warning',
  job_failed: 'warning',
  server_unreachable: 'critical',
  server_recovered: 'info',
  server_drifted: 'warning',
  server_hardened: 'info',
  host_key_changed: 'critical',
  backup_failed: 'critical',
  backup_proven: 'info',
  backup_proof_failed: 'critical',
  backup_missing: 'warning',
  drill_failed: 'critical',
  recovery_target_missed: 'warning',
  restore_succeeded: 'info',
  restore_failed: 'critical',
  certificate_expiring: 'warning',
  certificate_failed: 'warning',
  domain_failed: 'warning',
  alert_raised: 'warning',
  alert_cleared: 'info',
  member_joined: 'info',
  member_removed: 'info',
  member_role_changed: 'info',
  token_created: 'info',
  token_revoked: 'info',
  version_available: 'info',
  instance_backup_missing: 'critical',
  connector_failing: 'critical',
}

/** Alerts and certificates carry their own severity. */
export function severityOf(payload: NoticePayload): Severity {
  if (payload.event === 'alert_raised') return payload.alert.severity
  if (payload.event === 'certificate_expiring') return payload.severity
  return eventSeverities[payload.event]
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least)
}

/** Events that need attention: the default selection. */
export const importantEvents: readonly NoticeEvent[] = noticeEvents.filter((each) =>
  isAtLeast(eventSeverities[each], 'warning'),
)
