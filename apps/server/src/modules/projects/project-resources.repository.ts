/**
 * Resources of the organization that a project uses. It reads the tables of several modules at once, and only ids and
 * names.
 */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ResourceKind } from './project-resources.schemas.ts'

export interface ResourceRow {
  kind: ResourceKind
  id: string
  name: string
}

export async function listProjectResources(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: Id<'prj'>,
): Promise<ResourceRow[]> {
  const found = await sql<ResourceRow>`
    with own as (
      select id, server_id, build_server_id, live_server_id from environments
      where organization_id = ${organizationId} and project_id = ${projectId}
    )
    select 'server' as kind, s.id, s.name from servers s
    where s.organization_id = ${organizationId}
      and s.id in (select unnest(array[server_id, build_server_id, live_server_id]) from own)
    union all
    select 'git_provider', g.id, g.account_login from git_providers g
    join projects p on p.git_provider_id = g.id and p.id = ${projectId}
    where g.organization_id = ${organizationId}
    union all
    select 'domain', d.id, d.hostname from domains d
    where d.organization_id = ${organizationId}
      and d.id in (select r.domain_id from routes r join own on own.id = r.environment_id)
    union all
    select 'backup_destination', b.id, b.name from backup_destinations b
    where b.organization_id = ${organizationId}
      and b.id in (select c.destination_id from backup_configs c join own on own.id = c.environment_id)
    union all
    select 'connector', n.id, n.name from notification_connectors n
    join connector_links l on l.connector_id = n.id and l.project_id = ${projectId}
    where n.organization_id = ${organizationId}
    order by kind, name, id`.execute(tx)
  return found.rows
}
