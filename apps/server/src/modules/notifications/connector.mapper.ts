/** Maps a connector to the API response. */
import type { NoticeEvent } from '../notices/notice-events.schemas.ts'
import { noticeEvents } from '../notices/notice-events.schemas.ts'
import type { ConnectorRow } from './connectors.repository.ts'
import type { Connector } from './connectors.schemas.ts'

export function toConnector(row: ConnectorRow, last: Connector['lastDelivery'] | undefined): Connector {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    config: row.configuration,
    events: row.events.filter(isEvent),
    projectEvents: row.project_events.filter(isEvent),
    minSeverity: row.min_severity,
    status: row.status,
    reason: row.reason,
    failingSince: row.failing_since,
    retryAt: row.retry_at,
    lastDelivery: last ?? null,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A later release may have stored an event that this one doesn't know. */
function isEvent(name: string): name is NoticeEvent {
  return noticeEvents.some((event) => event === name)
}
