/** The only file that names `environments`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Environments } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { EnvironmentStatus } from './environments.schemas.ts'
import type { MissingVariable } from './missing-variables.schemas.ts'
import type { FileConfiguration } from './pending-changes.schemas.ts'

type Narrow = { status: EnvironmentStatus }
type Selected = Omit<Selectable<Environments>, keyof Narrow> & Narrow
interface Branded {
  id: Id<'env'>
  organization_id: OrganizationId
  project_id: Id<'prj'>
  server_id: Id<'srv'> | null
  build_server_id: Id<'srv'> | null
  live_server_id: Id<'srv'> | null
  live_deployment_id: Id<'dep'> | null
}
export type EnvironmentRow = Omit<Selected, keyof Branded> & Branded

export interface NewEnvironment {
  id: Id<'env'>
  projectId: Id<'prj'>
  name: string
  slug: string
  branch: string | null
  serverId: Id<'srv'> | null
  buildServerId?: Id<'srv'> | null
  preview?: EnvironmentPreview
  missingVariables?: readonly MissingVariable[]
  /** Null when it uses the compose file of its project, or has none. */
  composeFileId?: string | null
}

/** Pull request of a preview environment. */
export interface EnvironmentPreview {
  number: number
  /** URL of the pull request for people. */
  url: string
  expiresAt: Date
}

/** Returns undefined when the project already has this slug. */
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
      build_server_id: environment.buildServerId ?? null,
      missing_variables: JSON.stringify(environment.missingVariables ?? []),
      compose_file_id: environment.composeFileId ?? null,
      preview_number: environment.preview?.number ?? null,
      preview_url: environment.preview?.url ?? null,
      preview_expires_at: environment.preview?.expiresAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'slug']).doNothing())
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

export async function findEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<EnvironmentRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row
}

export async function findProjectOf(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<Id<'prj'> | undefined> {
  const row = await tx
    .selectFrom('environments')
    .select('project_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : row.project_id
}

/** Serializes changes of an environment. */
export async function lockEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<EnvironmentRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row
}

export async function listEnvironments(
  tx: Tx,
  organizationId: OrganizationId,
  page: {
    before: string | undefined
    limit: number
    projectId: Id<'prj'> | undefined
    serverId: Id<'srv'> | undefined
    isPreview: boolean | undefined
    /** Limits the list to these projects. Null means all. */
    projectIds: ReadonlySet<Id<'prj'>> | null
  },
): Promise<EnvironmentRow[]> {
  let query = select(tx, organizationId)
  if (page.projectIds !== null) query = query.where('project_id', 'in', [...page.projectIds])
  if (page.projectId !== undefined) query = query.where('project_id', '=', page.projectId)
  if (page.serverId !== undefined) query = query.where('server_id', '=', page.serverId)
  if (page.isPreview !== undefined) query = query.where('preview_number', page.isPreview ? 'is not' : 'is', null)
  const rows = await query.$call(newestFirst(page)).execute()
  return rows
}

/** Returns whether an environment of these projects runs or is built there. */
export async function isServerUsedBy(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, projectIds }: { serverId: Id<'srv'>; projectIds: ReadonlySet<Id<'prj'>> },
): Promise<boolean> {
  const row = await select(tx, organizationId)
    .where('project_id', 'in', [...projectIds])
    .where((where) =>
      where.or([
        where('server_id', '=', serverId),
        where('build_server_id', '=', serverId),
        where('live_server_id', '=', serverId),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface EnvironmentChange {
  name?: string
  branch?: string | null
  server_id?: Id<'srv'> | null
  build_server_id?: Id<'srv'> | null
  has_automatic_address?: boolean
  deletion_requested_at?: Date
  status?: EnvironmentStatus
  compose_file_id?: string
  /** JSON text. */
  rehearsal?: string
}

/** For changes by people, which increment the version. Changes by the worker don't. */
export async function updateEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  { id, ...change }: EnvironmentChange & { id: Id<'env'> },
): Promise<EnvironmentRow> {
  const row = await tx
    .updateTable('environments')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

/** Omitted fields stay unchanged. */
export async function saveAutoDeploy(
  tx: Tx,
  organizationId: OrganizationId,
  settings: {
    id: Id<'env'>
    enabled: boolean
    watchPaths?: readonly string[] | undefined
    requireChecks?: boolean | undefined
  },
): Promise<void> {
  const { id, enabled, watchPaths, requireChecks } = settings
  await tx
    .updateTable('environments')
    .set({
      auto_deploy_enabled: enabled,
      ...(watchPaths === undefined ? {} : { auto_deploy_watch_paths: [...watchPaths] }),
      ...(requireChecks === undefined ? {} : { auto_deploy_require_checks: requireChecks }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export interface EnvironmentStatusChange {
  status?: EnvironmentStatus
  live_deployment_id?: Id<'dep'> | null
  live_server_id?: Id<'srv'> | null
  stopped_at?: Date | null
  preview_expires_at?: Date
}

/** For changes by the worker. The version stays the same, so no client's If-Match fails. */
export async function updateEnvironmentStatus(
  tx: Tx,
  organizationId: OrganizationId,
  { id, ...standing }: EnvironmentStatusChange & { id: Id<'env'> },
): Promise<EnvironmentRow | undefined> {
  const row = await tx
    .updateTable('environments')
    .set({ ...standing, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

/** Returns the number of the next deployment. Locks the row until the transaction ends. */
export async function takeDeploymentNumber(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<number> {
  const row = await tx
    .updateTable('environments')
    .set({ next_deployment_number: sql`next_deployment_number + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('next_deployment_number')
    .executeTakeFirstOrThrow()
  return row.next_deployment_number - 1
}

/** Saves which variables still need a value. No setting changes, so the version stays the same. */
export async function saveMissingVariables(
  tx: Tx,
  organizationId: OrganizationId,
  { id, missing }: { id: Id<'env'>; missing: readonly MissingVariable[] },
): Promise<void> {
  await tx
    .updateTable('environments')
    .set({ missing_variables: JSON.stringify(missing) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Saves the last known content of longshore.yaml or the compose file. */
export async function saveFileConfiguration(
  tx: Tx,
  organizationId: OrganizationId,
  { id, configuration }: { id: Id<'env'>; configuration: FileConfiguration },
): Promise<void> {
  await tx
    .updateTable('environments')
    .set({ file_configuration: JSON.stringify(configuration) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Lists the oldest first, which usually is production. */
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
  return rows
}

const maxEnvironments = 10_000

/** Includes environments that are being deleted. */
export async function listAllEnvironments(
  tx: Tx,
  organizationId: OrganizationId,
): Promise<{ id: Id<'env'>; name: string }[]> {
  const rows = await tx
    .selectFrom('environments')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(maxEnvironments)
    .execute()
  return rows.map(({ id, name }) => ({ id: id, name }))
}

export async function countEnvironments(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('environments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns the names of some environments that run on a server. */
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

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('environments').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
