/** Filters the events of a stream: those that the caller asked for, among those that the caller can see. */
import type { EventsQuery } from './events.schemas.ts'

export type EventFilter = (event: { kind: string; projectId: string | null }) => boolean

/** Returns undefined if the caller gets everything. */
export function eventFilter(
  { projectId, kinds }: Pick<EventsQuery, 'projectId' | 'kinds'>,
  { seesAudit, projectIds }: { seesAudit: boolean; projectIds: ReadonlySet<string> | null },
): EventFilter | undefined {
  if (projectId === undefined && kinds === undefined && seesAudit && projectIds === null) return undefined
  const wanted = kinds === undefined ? null : new Set(kinds.split(','))
  return (event) =>
    (seesAudit || event.kind !== 'audit') &&
    (projectIds === null || (event.projectId !== null && projectIds.has(event.projectId))) &&
    (wanted === null || wanted.has(event.kind)) &&
    (projectId === undefined || event.projectId === projectId)
}
