/**
 * Publishes a notice. The transaction that makes the change also writes the notice and one delivery for each subscribed
 * connector: it is sent if and only if the change commits, and once per cause. It makes no network request and
 * publishes no event, so it can be called anywhere in the transaction.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { NoticePayload } from './notice-events.schemas.ts'
import { isAtLeast, severityOf } from './notice-severity.policy.ts'
import { severities } from './notice-severity.schemas.ts'
import { findEnvironmentNames, findSubscribers, insertDeliveries, insertNotice } from './notices.repository.ts'

export interface NewNotice {
  payload: NoticePayload
  /** Identical for everything that is reported only once. */
  causeKey: string
  /** Notifies connectors linked to the project; without one, those of the organization. */
  projectId?: Id<'prj'> | null
  environmentId?: Id<'env'> | null
  /** A connector isn't notified about itself. */
  except?: Id<'ntc'>
}

export async function publishNotice(tx: Tx, organizationId: OrganizationId, notice: NewNotice): Promise<void> {
  const payload = NoticePayload.parse(notice.payload)
  const severity = severityOf(payload)
  const { causeKey, projectId = null, environmentId = null } = notice
  const id = newId('evt')
  const isNew = await insertNotice(tx, organizationId, { id, payload, severity, projectId, environmentId, causeKey })
  if (!isNew) return
  const connectorIds = await findSubscribers(tx, organizationId, {
    event: payload.event,
    severities: severities.filter((least) => isAtLeast(severity, least)),
    projectId,
    environmentId,
    except: notice.except ?? null,
  })
  if (connectorIds.length > 0) await insertDeliveries(tx, organizationId, { noticeId: id, connectorIds })
}

export interface NoticeEnvironment {
  project: { id: string; name: string }
  environment: { id: string; name: string }
}

/** Adds the names of an environment. If it was deleted meanwhile, no notice is sent. */
export async function publishEnvironmentNotice(
  tx: Tx,
  organizationId: OrganizationId,
  notice: { environmentId: Id<'env'>; causeKey: string; payload(place: NoticeEnvironment): NoticePayload },
): Promise<void> {
  const { environmentId, causeKey } = notice
  const found = await findEnvironmentNames(tx, organizationId, environmentId)
  if (found === undefined) return
  const { projectId } = found
  const place = {
    project: { id: encodeId('prj', projectId), name: found.projectName },
    environment: { id: encodeId('env', environmentId), name: found.environmentName },
  }
  await publishNotice(tx, organizationId, { payload: notice.payload(place), causeKey, projectId, environmentId })
}
