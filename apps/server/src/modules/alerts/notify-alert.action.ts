/** Notifies people when an alert fires and when it resolves, with a specific event where one exists. */
import type { Tx } from '../../platform/database/database.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { type NoticeEnvironment, publishEnvironmentNotice, publishNotice } from '../notices/index.ts'
import type { NoticePayload } from '../notices/notice-events.schemas.ts'
import type { ServerRow } from '../servers/index.ts'
import { ruleTexts } from './alert-rules.policy.ts'
import type { AlertChange } from './alerts.events.ts'
import type { AlertRow } from './alerts.repository.ts'

/** Call it before any event is published. */
export async function notifyAlert(tx: Tx, server: ServerRow, { row, action }: AlertChange): Promise<void> {
  if (action === 'acknowledged' || isNotifiedElsewhere(server, row, action)) return
  const { environmentId } = row
  const organizationId = server.organization_id
  const causeKey = `alert:${row.id}:${action}`
  if (environmentId === null) {
    const payload = toPayload(server, row, { action, place: null })
    await publishNotice(tx, organizationId, { payload, causeKey })
    return
  }
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey,
    payload: (place) => toPayload(server, row, { action, place }),
  })
}

/** A failed backup and a changed host key send their own notifications, so nothing is sent twice. */
function isNotifiedElsewhere(server: ServerRow, { rule }: AlertRow, action: AlertChange['action']): boolean {
  if (action !== 'fired') return false
  return rule === 'backup_failed' || (rule === 'server_unreachable' && server.status === 'host_key_changed')
}

function toPayload(
  { id, name, host }: ServerRow,
  row: AlertRow,
  { action, place }: { action: AlertChange['action']; place: NoticeEnvironment | null },
): NoticePayload {
  const server = { id: encodeId('srv', id), name, host }
  const { rule, severity, detail, subject } = row
  const { title, hint } = ruleTexts[rule]
  const since = row.badSince.toISOString()
  const isNew = action === 'fired'
  if (rule === 'server_unreachable')
    return isNew ? { event: 'server_unreachable', server, detail, since } : { event: 'server_recovered', server, since }
  if (isNew && place !== null && subject !== null) {
    if (rule === 'backup_missing') return { event: 'backup_missing', ...place, service: subject, detail }
    if (rule === 'certificate_expiring' || rule === 'certificate_ending')
      return { event: 'certificate_expiring', ...place, hostname: subject, severity, detail, hint }
  }
  return {
    event: isNew ? 'alert_raised' : 'alert_cleared',
    ...(place ?? { project: null, environment: null }),
    server,
    alert: { id: encodeId('alr', row.id), rule, severity, title, detail, hint, subject, since },
  }
}
