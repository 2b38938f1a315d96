/** The only file that names `environment_observations`. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { StoredInstance, StoredVolume } from './observations.schemas.ts'

export interface ObservationRow {
  /** Raw stored values; parse before use. */
  instances: unknown
  instancesAt: Date | null
  volumes: unknown
  volumesAt: Date | null
}

export async function findObservation(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<ObservationRow | undefined> {
  return await tx
    .selectFrom('environment_observations')
    .select(['instances', 'instances_at as instancesAt', 'volumes', 'volumes_at as volumesAt'])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
}

/** Writes changes at once. While nothing changes, only the time is written, and rarely. */
export async function saveInstances(
  tx: Tx,
  organizationId: OrganizationId,
  {
    serverId,
    environments,
  }: { serverId: Id<'srv'>; environments: readonly { id: Id<'env'>; instances: readonly StoredInstance[] }[] },
): Promise<void> {
  const found = environments.map(({ id, instances }) => ({ id, instances }))
  await sql`
    insert into environment_observations as o (environment_id, organization_id, server_id, instances, instances_at)
    select e.id, e.organization_id, ${serverId}, f.instances, now()
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (id uuid, instances jsonb)
      join environments e on e.id = f.id and e.organization_id = ${organizationId} and e.live_server_id = ${serverId}
    on conflict (environment_id) do update
      set server_id = excluded.server_id, instances = excluded.instances, instances_at = excluded.instances_at
      where o.instances is distinct from excluded.instances or o.server_id <> excluded.server_id
        or o.instances_at is null or o.instances_at < now() - interval '2 minutes'`.execute(tx)
}

/** Whether an environment went live on the server since its volumes were measured last. */
export async function hasUnmeasuredVolumes(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('environment_observations')
    .select('environment_id')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('volumes_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Environments that weren't found have no volumes. */
export async function saveVolumeSizes(
  tx: Tx,
  organizationId: OrganizationId,
  {
    serverId,
    environments,
  }: { serverId: Id<'srv'>; environments: readonly { id: Id<'env'>; volumes: readonly StoredVolume[] }[] },
): Promise<void> {
  await sql`
    insert into environment_observations as o (environment_id, organization_id, server_id, volumes, volumes_at)
    select e.id, e.organization_id, ${serverId}, coalesce(f.volumes, '[]'::jsonb), now()
    from environments e
      left join jsonb_to_recordset(${JSON.stringify(environments)}::jsonb) as f (id uuid, volumes jsonb) on f.id = e.id
    where e.organization_id = ${organizationId} and e.live_server_id = ${serverId}
    on conflict (environment_id) do update set volumes = excluded.volumes, volumes_at = excluded.volumes_at`.execute(tx)
}

/** Returns the size of all volumes when they were measured last. Null if they weren't yet. */
export async function readVolumeBytes(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<number | null> {
  const { rows } = await sql<{ bytes: number | null }>`
    select (select sum((v->>'sizeBytes')::bigint)::bigint from jsonb_array_elements(o.volumes) v) as bytes
    from environment_observations o
    where o.organization_id = ${organizationId} and o.environment_id = ${environmentId} and o.volumes_at is not null`.execute(
    tx,
  )
  return rows[0]?.bytes ?? null
}
