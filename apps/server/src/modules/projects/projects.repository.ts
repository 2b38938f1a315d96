/** The only file that names `projects`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Projects } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ProjectSource } from './projects.schemas.ts'

type Narrow = { source: ProjectSource }
/** Excludes the compose text, which only the worker reads. */
type Selected = Omit<Selectable<Projects>, keyof Narrow | 'sealed_compose'> & Narrow
export type ProjectRow = Omit<Selected, 'id' | 'git_provider_id'> & {
  id: Id<'prj'>
  git_provider_id: Id<'git'> | null
}

/** Source of a project's code. */
export type StoredSource =
  | {
      source: 'repository'
      git_provider_id: Id<'git'> | null
      repository_full_name: string
      repository_url: string
      root_directory: string
      branch: string | null
    }
  | { source: 'image'; image: string }
  | { source: 'compose'; sealed_compose: string }

const columns = [
  'id', 'organization_id', 'name', 'slug', 'description', 'source', 'git_provider_id', 'repository_full_name',
  'repository_url', 'root_directory', 'branch', 'image', 'compose_profiles', 'is_example', 'finalized_at', 'deletion_requested_at', 'version', 'created_at',
  'updated_at',
] as const // biome-ignore format: a list

const noSource = {
  git_provider_id: null,
  repository_full_name: null,
  repository_url: null,
  root_directory: '.',
  branch: null,
  image: null,
  sealed_compose: null,
}

export async function insertProject(
  tx: Tx,
  organizationId: OrganizationId,
  project: {
    id: Id<'prj'>
    name: string
    slug: string
    description: string | null
    source: StoredSource
    composeProfiles?: readonly string[]
    isExample?: boolean
  },
): Promise<ProjectRow> {
  const { source, composeProfiles = [], isExample = false, ...rest } = project
  const row = await tx
    .insertInto('projects')
    .values({
      ...rest,
      compose_profiles: [...composeProfiles],
      is_example: isExample,
      organization_id: organizationId,
      ...noSource,
      ...source,
    })
    .returning(columns)
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

export async function findProject(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'prj'>,
): Promise<ProjectRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row
}

/** Serializes changes to a project. */
export async function lockProject(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'prj'>,
): Promise<ProjectRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row
}

export async function listProjects(
  tx: Tx,
  organizationId: OrganizationId,
  page: {
    before: string | undefined
    limit: number
    q: string | undefined
    /** Limits the list to these projects; null means all. */
    ids: ReadonlySet<Id<'prj'>> | null
  },
): Promise<ProjectRow[]> {
  let query = select(tx, organizationId)
  if (page.ids !== null) query = query.where('id', 'in', [...page.ids])
  if (page.q !== undefined) {
    const part = `%${page.q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((where) =>
      where.or([where('name', 'ilike', part), where('repository_full_name', 'ilike', part)]),
    )
  }
  const rows = await query.$call(newestFirst(page)).execute()
  return rows
}

export async function countProjects(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('projects')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns which of these ids the organization has. */
export async function findProjectIds(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'prj'>[],
): Promise<Id<'prj'>[]> {
  if (ids.length === 0) return []
  const rows = await select(tx, organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists slugs with this prefix. */
export async function listSlugs(tx: Tx, organizationId: OrganizationId, slug: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('projects')
    .select('slug')
    .where('organization_id', '=', organizationId)
    .where((where) => where.or([where('slug', '=', slug), where('slug', 'like', `${slug}-%`)]))
    .execute()
  return rows.map((row) => row.slug)
}

/** Names of some projects whose repository is read through this connection. */
export async function listProjectsUsing(
  tx: Tx,
  organizationId: OrganizationId,
  gitProviderId: Id<'git'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('projects')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('git_provider_id', '=', gitProviderId)
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map((row) => row.name)
}

export interface ProjectUpdate {
  name?: string
  description?: string | null
  source?: StoredSource
  branch?: string | null
  compose_profiles?: string[]
  finalized_at?: Date
  deletion_requested_at?: Date
}

/** Stores a user's change and increases the version; what the worker finds out doesn't. */
export async function updateProject(
  tx: Tx,
  organizationId: OrganizationId,
  { id, source, ...change }: ProjectUpdate & { id: Id<'prj'> },
): Promise<ProjectRow> {
  const row = await tx
    .updateTable('projects')
    .set({
      ...change,
      ...(source === undefined ? {} : { ...noSource, ...source }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

/** Stores the repository's current name, which may have changed. Returns false if it is unchanged. */
export async function saveRepositoryName(
  tx: Tx,
  organizationId: OrganizationId,
  found: { id: Id<'prj'>; fullName: string; url: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('projects')
    .set({ repository_full_name: found.fullName, repository_url: found.url, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', found.id)
    .where('source', '=', 'repository')
    .where((where) =>
      where.or([where('repository_full_name', '<>', found.fullName), where('repository_url', '<>', found.url)]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined if the project was deleted. Its text is null unless it was created from a compose file. */
export async function findSealedCompose(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'prj'>,
): Promise<{ sealed: string | null; composeProfiles: string[] } | undefined> {
  const row = await tx
    .selectFrom('projects')
    .select(['sealed_compose as sealed', 'compose_profiles as composeProfiles'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
}

/** Cancels a deletion that failed. */
export async function keepProject(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ deletion_requested_at: null, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteProject(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<boolean> {
  const row = await tx
    .deleteFrom('projects')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('projects').select(columns).where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
