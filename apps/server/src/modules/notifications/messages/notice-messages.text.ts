/** Converts a notice to its message. Pure: delivery and preview are the same. */
import { toUrl } from '../../../platform/links/page-links.policy.ts'
import type { NoticePayload } from '../../notices/notice-events.schemas.ts'
import type { Severity } from '../../notices/notice-severity.schemas.ts'
import { describeAlert } from './alert-messages.text.ts'
import { describeBackup, describeMissingBackup, describeRecovery, describeRestore } from './backup-messages.text.ts'
import { describeDeployment, describeNotStarted } from './deployment-messages.text.ts'
import { describeCertificate, describeDomain } from './domain-messages.text.ts'
import { describeConnector, describeMissingInstanceBackup, describeVersion } from './instance-messages.text.ts'
import { describeJob } from './job-messages.text.ts'
import { describeMember, describeToken } from './member-messages.text.ts'
import type { MessageParts } from './message-parts.text.ts'
import type { NoticeMessage } from './notice-message.policy.ts'
import { describeServer } from './server-messages.text.ts'

export interface NoticeContext {
  id: string
  severity: Severity
  occurredAt: Date
  /** URL of the instance, without a trailing slash. */
  publicUrl: string
}

export function messageOf(payload: NoticePayload, context: NoticeContext): NoticeMessage {
  const { id, severity, occurredAt, publicUrl } = context
  const { page, ...saying } = describe(payload)
  return {
    id,
    event: payload.event,
    severity: shownSeverity(payload, severity),
    ...saying,
    link: toUrl(publicUrl, page),
    occurredAt,
  }
}

/** Filters treat every failed deployment as critical, but it isn't an outage while the previous version has the traffic. */
function shownSeverity(payload: NoticePayload, severity: Severity): Severity {
  return payload.event === 'deployment_failed' && payload.stillServing !== null ? 'warning' : severity
}

function describe(payload: NoticePayload): MessageParts {
  switch (payload.event) {
    case 'deployment_started':
    case 'deployment_succeeded':
    case 'deployment_failed':
    case 'deployment_rolled_back':
    case 'deployment_cancelled':
      return describeDeployment(payload)
    case 'deployment_not_started':
      return describeNotStarted(payload)
    case 'job_failed':
      return describeJob(payload)
    case 'server_unreachable':
    case 'server_recovered':
    case 'server_drifted':
    case 'server_hardened':
    case 'host_key_changed':
      return describeServer(payload)
    case 'backup_failed':
    case 'backup_proven':
    case 'backup_proof_failed':
      return describeBackup(payload)
    case 'backup_missing':
      return describeMissingBackup(payload)
    case 'drill_failed':
    case 'recovery_target_missed':
      return describeRecovery(payload)
    case 'restore_succeeded':
    case 'restore_failed':
      return describeRestore(payload)
    case 'certificate_expiring':
    case 'certificate_failed':
      return describeCertificate(payload)
    case 'domain_failed':
      return describeDomain(payload)
    case 'alert_raised':
    case 'alert_cleared':
      return describeAlert(payload)
    case 'member_joined':
    case 'member_removed':
    case 'member_role_changed':
      return describeMember(payload)
    case 'token_created':
    case 'token_revoked':
      return describeToken(payload)
    case 'version_available':
      return describeVersion(payload)
    case 'instance_backup_missing':
      return describeMissingInstanceBackup(payload)
    case 'connector_failing':
      return describeConnector(payload)
  }
}
