/** The only file that names `service_data`: which volume holds a database's data. Deployments read it; restores and imports change it. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { firstVolume } from './server-names.policy.ts'

export async function findDataVolume(tx: Tx, organizationId: OrganizationId, serviceId: Id<'svc'>): Promise<string> {
  const row = await tx
    .selectFrom('service_data')
    .select('volume')
    .where('organization_id', '=', organizationId)
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return row?.volume ?? firstVolume
}

/** From the next start of the database on. Only by a run that has the environment to itself. */
export async function saveDataVolume(
  tx: Tx,
  organizationId: OrganizationId,
  { serviceId, volume }: { serviceId: Id<'svc'>; volume: string },
): Promise<void> {
  await tx
    .insertInto('service_data')
    .values({ service_id: serviceId, organization_id: organizationId, volume })
    .onConflict((conflict) =>
      conflict
        .column('service_id')
        .doUpdateSet({ volume, version: sql`service_data.version + 1`, updated_at: sql`now()` }),
    )
    .execute()
}

/** What the server has is right, unless the row was written after the control plane was restored. Unknown services stay unknown. */
export async function adoptDataVolume(
  tx: Tx,
  organizationId: OrganizationId,
  { serviceId, volume, restoredAt }: { serviceId: Id<'svc'>; volume: string; restoredAt: Date },
): Promise<void> {
  await sql`
    insert into service_data as d (service_id, organization_id, volume)
    select id, organization_id, ${volume} from services where id = ${serviceId} and organization_id = ${organizationId}
    on conflict (service_id) do update set volume = excluded.volume, version = d.version + 1, updated_at = now()
      where d.volume <> excluded.volume and d.updated_at < ${restoredAt}
  `.execute(tx)
}
