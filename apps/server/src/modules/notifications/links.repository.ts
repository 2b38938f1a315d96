/** The only file that writes `connector_links`: the connectors linked to a project. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { NoticeEvent } from '../notices/notice-events.schemas.ts'
import type { Severity } from '../notices/notice-severity.schemas.ts'

export interface LinkRow {
  connectorId: Id<'ntc'>
  events: NoticeEvent[]
  /** Null means all environments. */
  environments: Id<'env'>[] | null
  minSeverity: Severity
}

export async function replaceLinks(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, links }: { projectId: Id<'prj'>; links: readonly LinkRow[] },
): Promise<void> {
  await tx
    .deleteFrom('connector_links')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
  if (links.length === 0) return
  await tx
    .insertInto('connector_links')
    .values(
      links.map((link) => ({
        project_id: projectId,
        connector_id: link.connectorId,
        organization_id: organizationId,
        events: [...link.events],
        environment_ids: link.environments === null ? null : [...link.environments],
        min_severity: link.minSeverity,
      })),
    )
    .execute()
}

export async function listLinks(tx: Tx, organizationId: OrganizationId, projectId: Id<'prj'>): Promise<LinkRow[]> {
  const rows = await tx
    .selectFrom('connector_links')
    .select(['connector_id', 'events', 'environment_ids', 'min_severity'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('connector_id')
    .$narrowType<{ events: NoticeEvent[]; min_severity: Severity }>()
    .execute()
  return rows.map((row) => ({
    connectorId: row.connector_id,
    events: row.events,
    environments: row.environment_ids?.map((id) => brandId<'env'>(id)) ?? null,
    minSeverity: row.min_severity,
  }))
}
