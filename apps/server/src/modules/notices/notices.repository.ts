/** Writes notices and creates their deliveries; recipients are read from the connectors. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { toStoredJson } from '../../platform/events/stored-json.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { NoticePayload } from './notice-events.schemas.ts'
import type { Severity } from './notice-severity.schemas.ts'

/** Wakes the delivery poller; carries no data. */
const deliveriesChannel = 'notice_deliveries'

/** Returns false if this cause was already reported. */
export async function insertNotice(
  tx: Tx,
  organizationId: OrganizationId,
  notice: {
    id: string
    payload: NoticePayload
    severity: Severity
    projectId: Id<'prj'> | null
    environmentId: Id<'env'> | null
    causeKey: string
  },
): Promise<boolean> {
  const { rows } = await sql`/* prepared */
    insert into notices (id, organization_id, event, severity, project_id, environment_id, payload, cause_key)
    values (${notice.id}, ${organizationId}, ${notice.payload.event}, ${notice.severity}, ${notice.projectId},
      ${notice.environmentId}, ${toStoredJson(notice.payload)}::jsonb, ${notice.causeKey})
    on conflict (organization_id, cause_key) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/**
 * For a project, returns the connectors linked to it and those that send its event for all projects, each once; otherwise
 * those that subscribe to organization events.
 */
export async function findSubscribers(
  tx: Tx,
  organizationId: OrganizationId,
  notice: {
    event: string
    /** Filter thresholds that this notice passes. */
    severities: readonly Severity[]
    projectId: Id<'prj'> | null
    environmentId: Id<'env'> | null
    except: Id<'ntc'> | null
  },
): Promise<string[]> {
  const { event, projectId, environmentId } = notice
  const severities = [...notice.severities]
  const { rows } = await sql<{ id: string }>`/* prepared */
    select c.id from notification_connectors c
    where c.organization_id = ${organizationId} and c.status <> 'disabled' and c.id is distinct from ${notice.except}::uuid
      and case when ${projectId}::uuid is null
        then ${event} = any(c.events) and c.min_severity = any(${severities}::text[])
        else (${event} = any(c.project_events) and c.min_severity = any(${severities}::text[]))
          or exists (select from connector_links l
          where l.project_id = ${projectId}::uuid and l.connector_id = c.id and ${event} = any(l.events)
            and l.min_severity = any(${severities}::text[])
            and (l.environment_ids is null or ${environmentId}::uuid = any(l.environment_ids)))
      end
    order by c.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The delivery poller is woken when this commits. */
export async function insertDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  { noticeId, connectorIds }: { noticeId: string; connectorIds: readonly string[] },
): Promise<void> {
  const ids = connectorIds.map(() => newId('dlv'))
  await sql`/* prepared */
    with told as (
      insert into notice_deliveries (id, organization_id, notice_id, connector_id)
      select new.id, ${organizationId}, ${noticeId}, new.connector_id
      from unnest(${ids}::uuid[], ${[...connectorIds]}::uuid[]) as new (id, connector_id)
    )
    select pg_notify(${deliveriesChannel}, '')`.execute(tx)
}

/** Reads names for display. The tables belong to other modules; reading two names here avoids importing them. */
export async function findEnvironmentNames(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<{ projectId: Id<'prj'>; projectName: string; environmentName: string } | undefined> {
  const row = await tx
    .selectFrom('environments as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .select(['p.id as projectId', 'p.name as projectName', 'e.name as environmentName'])
    .where('e.organization_id', '=', organizationId)
    .where('e.id', '=', environmentId)
    .executeTakeFirst()
  return row
}
