/**
 * Something happened that people may want to hear of. In the transaction in which it happened its notice is written, and one
 * delivery for each connector that wants it: told if and only if it happened, and once for one cause. Nobody waits for a network
 * here, and nothing is published: callable anywhere in the transaction.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { NoticePayload } from './notice-events.schemas.ts'
import { isAtLeast, severityOf } from './notice-severity.policy.ts'
import { severities } from './notice-severity.schemas.ts'
import { findListeners, findPlace, insertDeliveries, insertNotice } from './notices.repository.ts'

export interface NewNotice {
  payload: NoticePayload
  /** The same for everything that is told only once. */
  causeKey: string
  /** Connectors linked to the project are told; without one those of the organization. */
  projectId?: Id<'prj'> | null
  environmentId?: Id<'env'> | null
  /** It is not told about itself. */
  except?: Id<'ntc'>
}

export async function publishNotice(tx: Tx, organizationId: OrganizationId, notice: NewNotice): Promise<void> {
  const payload = NoticePayload.parse(notice.payload)
  const severity = severityOf(payload)
  const { causeKey, projectId = null, environmentId = null } = notice
  const id = newId('evt')
  const isNew = await insertNotice(tx, organizationId, { id, payload, severity, projectId, environmentId, causeKey })
  if (!isNew) return
  const connectorIds = await findListeners(tx, organizationId, {
    event: payload.event,
    severities: severities.filter((least) => isAtLeast(severity, least)),
    projectId,
    environmentId,
    except: notice.except ?? null,
  })
  if (connectorIds.length > 0) await insertDeliveries(tx, organizationId, { noticeId: id, connectorIds })
}

export interface NoticePlace {
  project: { id: string; name: string }
  environment: { id: string; name: string }
}

/** Of an environment: its names are put in. What is gone meanwhile is not told. */
export async function publishPlacedNotice(
  tx: Tx,
  organizationId: OrganizationId,
  notice: { environmentId: Id<'env'>; causeKey: string; payload(place: NoticePlace): NoticePayload },
): Promise<void> {
  const { environmentId, causeKey } = notice
  const found = await findPlace(tx, organizationId, environmentId)
  if (found === undefined) return
  const { projectId } = found
  const place = {
    project: { id: encodeId('prj', projectId), name: found.projectName },
    environment: { id: encodeId('env', environmentId), name: found.environmentName },
  }
  await publishNotice(tx, organizationId, { payload: notice.payload(place), causeKey, projectId, environmentId })
}
