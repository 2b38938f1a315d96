/** Events about alerts that fire, resolve, or are acknowledged. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { type NewEvent, publishEvents } from '../../platform/events/publish.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import type { AlertRow } from './alerts.repository.ts'

export interface AlertChange {
  row: AlertRow
  action: 'fired' | 'resolved' | 'acknowledged'
}

const eventsAtOnce = 200

/**
 * Publishes the event under its own kind, and for subscribers of the project or the server. Call it last in the
 * transaction.
 */
export async function publishAlertChanges(
  tx: Tx,
  organizationId: OrganizationId,
  changes: readonly AlertChange[],
): Promise<void> {
  const events = changes.flatMap(toEvents)
  for (let at = 0; at < events.length; at += eventsAtOnce)
    await publishEvents(tx, organizationId, events.slice(at, at + eventsAtOnce))
}

function toEvents({ row, action }: AlertChange): NewEvent[] {
  const { projectId } = row
  const data = {
    changed: 'alert',
    resourceId: encodeId('alr', row.id),
    action: `alert_${action}`,
    rule: row.rule,
    severity: row.severity,
    serverId: encodeId('srv', row.serverId),
    at: new Date().toISOString(),
    ...(row.environmentId === null ? {} : { environmentId: encodeId('env', row.environmentId) }),
    ...(projectId === null ? {} : { projectId: encodeId('prj', projectId) }),
  }
  return [
    { kind: 'alert', projectId, data },
    { kind: projectId === null ? 'server_updated' : 'project_updated', projectId, data },
  ]
}
