/** The only file that names `releases` and `release_variables`. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { DeployedCommit, FrozenService } from './release.schemas.ts'

export interface ReleaseRow {
  id: Id<'rel'>
  deploymentId: Id<'dep'>
  environmentId: Id<'env'>
  serverId: Id<'srv'> | null
  architecture: string | null
  branch: string | null
  commit: DeployedCommit | null
  /** Raw stored value; parse before use. */
  services: unknown
  imagesRemovedAt: Date | null
  variables: { id: Id<'var'>; key: string; service: string | null }[]
}

export interface NewRelease {
  id: Id<'rel'>
  deploymentId: Id<'dep'>
  environmentId: Id<'env'>
  serverId: Id<'srv'> | null
  architecture: string | null
  branch: string | null
  commit: DeployedCommit | null
  services: readonly FrozenService[]
  variables: readonly { id: Id<'var'>; service: string | null }[]
}

/** Each deployment has one release. A second attempt replaces the first. */
export async function saveRelease(tx: Tx, organizationId: OrganizationId, release: NewRelease): Promise<Id<'rel'>> {
  const values = {
    server_id: release.serverId,
    architecture: release.architecture,
    branch: release.branch,
    commit: release.commit === null ? null : JSON.stringify(release.commit),
    services: JSON.stringify(release.services),
  }
  const row = await tx
    .insertInto('releases')
    .values({
      id: release.id,
      organization_id: organizationId,
      environment_id: release.environmentId,
      deployment_id: release.deploymentId,
      ...values,
    })
    .onConflict((conflict) => conflict.column('deployment_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = row.id
  await tx
    .deleteFrom('release_variables')
    .where('organization_id', '=', organizationId)
    .where('release_id', '=', id)
    .execute()
  if (release.variables.length > 0) {
    await tx
      .insertInto('release_variables')
      .values(
        release.variables.map((variable) => ({
          release_id: id,
          variable_id: variable.id,
          organization_id: organizationId,
          service_name: variable.service,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return id
}

export async function findRelease(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'rel'>,
): Promise<ReleaseRow | undefined> {
  const [row] = await select(tx, organizationId).where('releases.id', '=', id).execute()
  return row === undefined ? undefined : brand(row)
}

/** Returns the release that a deployment created. */
export async function findReleaseOf(
  tx: Tx,
  organizationId: OrganizationId,
  deploymentId: Id<'dep'>,
): Promise<ReleaseRow | undefined> {
  const [row] = await select(tx, organizationId).where('releases.deployment_id', '=', deploymentId).execute()
  return row === undefined ? undefined : brand(row)
}

/** Returns the release that a deployment runs. A rollback runs the release of another deployment. */
export async function findReleaseIdOf(
  tx: Tx,
  organizationId: OrganizationId,
  deploymentId: Id<'dep'>,
): Promise<Id<'rel'> | null> {
  const row = await tx
    .selectFrom('deployments')
    .select('release_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', deploymentId)
    .executeTakeFirst()
  return row?.release_id == null ? null : row.release_id
}

/** Lists releases that were live and still have their images, newest first, except the one of the given deployment. */
export async function listKeptReleases(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, except }: { environmentId: Id<'env'>; except: Id<'dep'> | null },
): Promise<ReleaseRow[]> {
  const rows = await select(tx, organizationId)
    .where('releases.environment_id', '=', environmentId)
    .$if(except !== null, (query) => query.where('releases.deployment_id', '<>', except))
    .where('releases.images_removed_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('deployments')
          .select('deployments.id')
          .whereRef('deployments.release_id', '=', 'releases.id')
          .where('deployments.status', 'in', ['live', 'retired']),
      ),
    )
    .orderBy('releases.id', 'desc')
    .limit(1_000)
    .execute()
  return rows.map(brand)
}

/** Includes failed deployments, because their release commands can have run. */
export async function listNewerReleases(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, than }: { environmentId: Id<'env'>; than: Id<'rel'> },
): Promise<ReleaseRow[]> {
  const rows = await select(tx, organizationId)
    .where('releases.environment_id', '=', environmentId)
    .where('releases.id', '>', than)
    .orderBy('releases.id', 'desc')
    .limit(1_000)
    .execute()
  return rows.map(brand)
}

/** Returns the images by service for lists of deployments, and whether they are retained. Keyed by deployment. */
export async function listReleaseImages(
  tx: Tx,
  organizationId: OrganizationId,
  deploymentIds: readonly Id<'dep'>[],
): Promise<{ deploymentId: string; images: Record<string, string>; isKept: boolean }[]> {
  if (deploymentIds.length === 0) return []
  const { rows } = await sql<{ deploymentId: Id<'dep'>; images: Record<string, string>; isKept: boolean }>`
    select r.deployment_id as "deploymentId", r.images_removed_at is null as "isKept", coalesce((
      select jsonb_object_agg(s ->> 'name', coalesce(s #>> '{image,digest}', s #>> '{image,reference}'))
      from jsonb_array_elements(r.services) s where s -> 'image' <> 'null'::jsonb), '{}') as images
    from releases r
    where r.organization_id = ${organizationId} and r.deployment_id = any(${deploymentIds}::uuid[])`.execute(tx)
  return rows
}

export async function markImagesRemoved(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'rel'>[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('releases')
    .set({ images_removed_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('images_removed_at', 'is', null)
    .execute()
}

type Selected = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function select(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('releases')
    .selectAll('releases')
    .select(
      sql<{ id: string; key: string; service: string | null }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', v.id, 'key', v.key, 'service', rv.service_name) order by v.key, v.id)
        from release_variables rv join variables v on v.id = rv.variable_id where rv.release_id = releases.id), '[]')`.as(
        'variables',
      ),
    )
    .where('releases.organization_id', '=', organizationId)
    .$narrowType<{ commit: DeployedCommit | null; services: unknown }>()
}

function brand(row: Selected): ReleaseRow {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    environmentId: row.environment_id,
    serverId: row.server_id,
    architecture: row.architecture,
    branch: row.branch,
    commit: row.commit,
    services: row.services,
    imagesRemovedAt: row.images_removed_at,
    variables: row.variables.map((variable) => ({ ...variable, id: brandId<'var'>(variable.id) })),
  }
}
