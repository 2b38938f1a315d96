/** The only file that names `environments`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Environments } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { EnvironmentStatus } from './environments.schemas.ts'

type Narrow = { status: EnvironmentStatus }
type Selected = Omit<Selectable<Environments>, keyof Narrow> & Narrow
export type EnvironmentRow = Omit<Selected, 'id' | 'project_id' | 'server_id' | 'live_deployment_id'> & {
  id: Id<'env'>
  project_id: Id<'prj'>
  server_id: Id<'srv'> | null
  live_deployment_id: Id<'dep'> | null
}

export interface NewEnvironment {
  id: Id<'env'>
  projectId: Id<'prj'>
  name: string
  slug: string
  branch: string | null
  serverId: Id<'srv'> | null
}

/** Undefined: the project has one of this slug. */
export async function insertEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  environment: NewEnvironment,
): Promise<EnvironmentRow | undefined> {
  const row = await tx
    .insertInto('environments')
    .values({
      id: environment.id,
      organization_id: organizationId,
      project_id: environment.projectId,
      name: environment.name,
      slug: environment.slug,
      branch: environment.branch,
      server_id: environment.serverId,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'slug']).doNothing())
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

/** Oldest first: production usually was. */
export async function listEnvironmentsOf(
  tx: Tx,
  organizationId: OrganizationId,
  projectIds: readonly Id<'prj'>[],
): Promise<EnvironmentRow[]> {
  if (projectIds.length === 0) return []
  const rows = await tx
    .selectFrom('environments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('id')
    .limit(5_000)
    .$narrowType<Narrow>()
    .execute()
  return rows.map(brand)
}

export async function countEnvironments(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('environments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Names of some environments that run on a server. */
export async function listEnvironmentsOn(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('environments')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map((row) => row.name)
}

function brand(row: Selected): EnvironmentRow {
  return {
    ...row,
    id: brandId<'env'>(row.id),
    project_id: brandId<'prj'>(row.project_id),
    server_id: row.server_id === null ? null : brandId<'srv'>(row.server_id),
    live_deployment_id: row.live_deployment_id === null ? null : brandId<'dep'>(row.live_deployment_id),
  }
}
