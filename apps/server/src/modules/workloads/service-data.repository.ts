/**
 * The only file that names `service_data`, which records which volume holds a service's data. Deployments read it;
 * restores and imports change it.
 */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { firstVolume } from './server-names.policy.ts'

/** `name` is the name of an app's volume. A database has only one, named `data`. */
export interface NamedVolume {
  readonly serviceId: Id<'svc'>
  readonly name?: string | null
}

export async function findDataVolume(
  tx: Tx,
  organizationId: OrganizationId,
  { serviceId, name }: NamedVolume,
): Promise<string> {
  const row = await tx
    .selectFrom('service_data')
    .select('volume')
    .where('organization_id', '=', organizationId)
    .where('service_id', '=', serviceId)
    .where('name', '=', name ?? firstVolume)
    .executeTakeFirst()
  return row?.volume ?? name ?? firstVolume
}

/** Lists volumes that differ from their default name. */
export async function listDataVolumes(
  tx: Tx,
  organizationId: OrganizationId,
  serviceIds: readonly Id<'svc'>[],
): Promise<{ serviceId: Id<'svc'>; name: string; volume: string }[]> {
  if (serviceIds.length === 0) return []
  const rows = await tx
    .selectFrom('service_data')
    .select(['service_id', 'name', 'volume'])
    .where('organization_id', '=', organizationId)
    .where('service_id', 'in', serviceIds)
    .execute()
  return rows.map(({ service_id: id, name, volume }) => ({ serviceId: id, name, volume }))
}

/** Takes effect with the next start of the service. Only a run that holds the environment exclusively calls it. */
export async function saveDataVolume(
  tx: Tx,
  organizationId: OrganizationId,
  { serviceId, name, volume }: NamedVolume & { volume: string },
): Promise<void> {
  await tx
    .insertInto('service_data')
    .values({ service_id: serviceId, organization_id: organizationId, name: name ?? firstVolume, volume })
    .onConflict((conflict) =>
      conflict
        .columns(['service_id', 'name'])
        .doUpdateSet({ volume, version: sql`service_data.version + 1`, updated_at: sql`now()` }),
    )
    .execute()
}

/**
 * Adopts the server's volume, unless the row was written after the control plane was restored. Ignores unknown
 * services.
 */
export async function adoptDataVolume(
  tx: Tx,
  organizationId: OrganizationId,
  { serviceId, name, volume, restoredAt }: NamedVolume & { volume: string; restoredAt: Date },
): Promise<void> {
  await sql`
    insert into service_data as d (service_id, organization_id, name, volume)
    select id, organization_id, ${name ?? firstVolume}, ${volume} from services
      where id = ${serviceId} and organization_id = ${organizationId}
    on conflict (service_id, name) do update set volume = excluded.volume, version = d.version + 1, updated_at = now()
      where d.volume <> excluded.volume and d.updated_at < ${restoredAt}
  `.execute(tx)
}
