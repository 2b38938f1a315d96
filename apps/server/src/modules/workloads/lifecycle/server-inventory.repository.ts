/** Reads the resources that the database expects on a server. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'

export interface ServerRelease {
  environmentId: string
  /** The deployment that runs the live release, which isn't always the one that created it. */
  deploymentId: string
  /** Raw stored value; parse before use. */
  services: unknown
}

/** Lists deployments that are queued or running. */
export async function listUnfinishedDeployments(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<{ id: string; environmentId: string }[]> {
  const { rows } = await sql<{ id: string; environmentId: string }>`
    select id, environment_id as "environmentId" from deployments
    where organization_id = ${organizationId} and environment_id = any(${environmentIds}::uuid[])
      and finished_at is null`.execute(tx)
  return rows
}

/** Lists deployments of the same environment with a larger number. */
export async function listNewerDeployments(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, than }: { environmentId: Id<'env'>; than: Id<'dep'> },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from deployments d join deployments own on own.id = ${than}
    where d.organization_id = ${organizationId} and d.environment_id = ${environmentId} and d.number > own.number
      and own.organization_id = d.organization_id and own.environment_id = d.environment_id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listLiveReleases(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<ServerRelease[]> {
  const { rows } = await sql<ServerRelease>`
    select d.environment_id as "environmentId", d.id as "deploymentId", r.services
    from deployments d join releases r on r.id = d.release_id
    where d.organization_id = ${organizationId} and d.environment_id = any(${environmentIds}::uuid[])
      and d.status = 'live'`.execute(tx)
  return rows
}

/** Returns IDs and references of images in releases that can be rolled back to. */
export async function listKeptImages(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<{ environmentId: string; image: string }[]> {
  const { rows } = await sql<{ environmentId: string; image: string }>`
    select distinct r.environment_id as "environmentId", i.image
    from releases r, jsonb_array_elements(r.services) s,
      lateral (values (s #>> '{image,id}'), (s #>> '{image,reference}')) as i (image)
    where r.organization_id = ${organizationId} and r.environment_id = any(${environmentIds}::uuid[])
      and r.images_removed_at is null and i.image is not null
      and exists (select from deployments d where d.release_id = r.id and d.status in ('live', 'retired'))`.execute(tx)
  return rows
}
