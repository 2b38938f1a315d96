/** From an event of the catalogue to what people read. Pure: delivery and preview say the same. */
import { toUrl } from '../../../platform/links/page-links.policy.ts'
import { severityOf } from '../../notices/index.ts'
import type { NoticePayload } from '../../notices/notice-events.schemas.ts'
import { sayAlert } from './alert-messages.ts'
import { sayBackup, sayMissingBackup, sayRestore } from './backup-messages.ts'
import { sayDeployment } from './deployment-messages.ts'
import { sayCertificate, sayDomain } from './domain-messages.ts'
import { sayConnector, sayMissingInstanceBackup, sayVersion } from './instance-messages.ts'
import { sayJob } from './job-messages.ts'
import type { Saying } from './message-parts.ts'
import type { NoticeMessage } from './notice-message.ts'
import { sayMember, sayToken } from './people-messages.ts'
import { sayServer } from './server-messages.ts'

export interface NoticeContext {
  id: string
  occurredAt: Date
  /** Of the instance, without a slash at the end. */
  publicUrl: string
}

export function messageOf(payload: NoticePayload, { id, occurredAt, publicUrl }: NoticeContext): NoticeMessage {
  const { page, ...saying } = say(payload)
  return {
    id,
    event: payload.event,
    severity: severityOf(payload),
    ...saying,
    link: toUrl(publicUrl, page),
    occurredAt,
  }
}

function say(payload: NoticePayload): Saying {
  switch (payload.event) {
    case 'deployment_started':
    case 'deployment_succeeded':
    case 'deployment_failed':
    case 'deployment_rolled_back':
    case 'deployment_cancelled':
      return sayDeployment(payload)
    case 'job_failed':
      return sayJob(payload)
    case 'server_unreachable':
    case 'server_recovered':
    case 'server_drifted':
    case 'server_hardened':
    case 'host_key_changed':
      return sayServer(payload)
    case 'backup_failed':
    case 'backup_proven':
    case 'backup_proof_failed':
      return sayBackup(payload)
    case 'backup_missing':
      return sayMissingBackup(payload)
    case 'restore_succeeded':
    case 'restore_failed':
      return sayRestore(payload)
    case 'certificate_expiring':
    case 'certificate_failed':
      return sayCertificate(payload)
    case 'domain_failed':
      return sayDomain(payload)
    case 'alert_raised':
    case 'alert_cleared':
      return sayAlert(payload)
    case 'member_joined':
    case 'member_removed':
    case 'member_role_changed':
      return sayMember(payload)
    case 'token_created':
    case 'token_revoked':
      return sayToken(payload)
    case 'version_available':
      return sayVersion(payload)
    case 'instance_backup_missing':
      return sayMissingInstanceBackup(payload)
    case 'connector_failing':
      return sayConnector(payload)
  }
}
