/** State of an environment that worker runs read and write. Changes by people are in environments.repository.ts. */
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { type Drift, DriftList } from './environment-drift.schemas.ts'
import type { EnvironmentStatus } from './environments.schemas.ts'

export interface EnvironmentState {
  id: Id<'env'>
  projectId: Id<'prj'>
  name: string
  slug: string
  status: EnvironmentStatus
  /** Server for the next deployment. */
  serverId: Id<'srv'> | null
  /** Server of the live release. */
  liveServerId: Id<'srv'> | null
  liveDeploymentId: Id<'dep'> | null
  stoppedAt: Date | null
  deletionRequestedAt: Date | null
  drift: Drift[]
}

const columns = [
  'id', 'project_id', 'name', 'slug', 'status', 'server_id', 'live_server_id', 'live_deployment_id', 'stopped_at',
  'deletion_requested_at', 'drift',
] as const // biome-ignore format: a list
type Narrow = { status: EnvironmentStatus }

export async function findEnvironmentState(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<EnvironmentState | undefined> {
  const row = await tx
    .selectFrom('environments')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : toState(row)
}

export async function listEnvironmentStates(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'env'>[],
): Promise<EnvironmentState[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('environments')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .$narrowType<Narrow>()
    .execute()
  return rows.map(toState)
}

export async function listEnvironmentsLiveOn(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<Id<'env'>[]> {
  return await listIds(tx, organizationId, (where) => where('live_server_id', '=', serverId))
}

/** Lists environments that run on a server or will run there. */
export async function listEnvironmentsAt(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<Id<'env'>[]> {
  return await listIds(tx, organizationId, (where) =>
    where.or([where('server_id', '=', serverId), where('live_server_id', '=', serverId)]),
  )
}

async function listIds(
  tx: Tx,
  organizationId: OrganizationId,
  which: (where: ExpressionBuilder<DB, 'environments'>) => ExpressionWrapper<DB, 'environments', SqlBool>,
): Promise<Id<'env'>[]> {
  const rows = await tx
    .selectFrom('environments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(which)
    .limit(5_000)
    .execute()
  return rows.map((row) => row.id)
}

export interface StateChange {
  status?: EnvironmentStatus
  stopped_at?: Date | null
  deletion_requested_at?: Date | null
  drift?: readonly Drift[]
  drift_checked_at?: Date
}

/** Returns false when the environment was deleted. */
export async function changeEnvironmentState(
  tx: Tx,
  organizationId: OrganizationId,
  { id, drift, ...change }: StateChange & { id: Id<'env'> },
): Promise<boolean> {
  const row = await tx
    .updateTable('environments')
    .set({ ...change, ...(drift === undefined ? {} : { drift: JSON.stringify(drift) }), updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the servers in the row: where it runs, will run, and is built. */
export async function listServersOfEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<Id<'srv'>[]> {
  const row = await tx
    .selectFrom('environments')
    .select(['server_id', 'live_server_id', 'build_server_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  const ids = [row?.server_id, row?.live_server_id, row?.build_server_id]
  return [...new Set(ids.filter((each) => typeof each === 'string'))].map((each) => each)
}

export async function deleteEnvironment(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<boolean> {
  const row = await tx
    .deleteFrom('environments')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Row extends Narrow {
  id: string
  project_id: string
  name: string
  slug: string
  server_id: string | null
  live_server_id: string | null
  live_deployment_id: string | null
  stopped_at: Date | null
  deletion_requested_at: Date | null
  drift: unknown
}

function toState(row: Row): EnvironmentState {
  return {
    id: brandId<'env'>(row.id),
    projectId: brandId<'prj'>(row.project_id),
    name: row.name,
    slug: row.slug,
    status: row.status,
    serverId: row.server_id === null ? null : brandId<'srv'>(row.server_id),
    liveServerId: row.live_server_id === null ? null : brandId<'srv'>(row.live_server_id),
    liveDeploymentId: row.live_deployment_id === null ? null : brandId<'dep'>(row.live_deployment_id),
    stoppedAt: row.stopped_at,
    deletionRequestedAt: row.deletion_requested_at,
    drift: DriftList.parse(row.drift),
  }
}
