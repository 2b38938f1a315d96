/** The only file that names `trash_items`, apart from the system repository. Rows move inside the database. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { TrashItems } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { TrashKind } from './trash-kinds.schemas.ts'

export type TrashStatusName = 'deleting' | 'kept' | 'purging'
type Narrow = { kind: TrashKind; status: TrashStatusName; deleted_by_kind: 'user' | 'token' | 'system' }
export type TrashRow = Omit<Selectable<TrashItems>, keyof Narrow> & Narrow

export interface NewTrashItem {
  id: Id<'trs'>
  kind: TrashKind
  subjectId: string
  name: string
  projectId: Id<'prj'> | null
  environmentId: Id<'env'> | null
  serverId: Id<'srv'> | null
  parentId: Id<'trs'> | null
  status: TrashStatusName
  facts: Readonly<Record<string, unknown>>
  sizeBytes: number | null
  deletedBy: { kind: 'user' | 'token' | 'system'; name: string }
}

/** The retention of the organization decides when it expires. */
export async function insertTrashItem(tx: Tx, organizationId: OrganizationId, item: NewTrashItem): Promise<TrashRow> {
  return await tx
    .insertInto('trash_items')
    .values({
      id: item.id,
      organization_id: organizationId,
      kind: item.kind,
      subject_id: item.subjectId,
      name: item.name.slice(0, 300),
      project_id: item.projectId,
      environment_id: item.environmentId,
      server_id: item.serverId,
      parent_id: item.parentId,
      status: item.status,
      facts: JSON.stringify(item.facts),
      size_bytes: item.sizeBytes,
      deleted_by_kind: item.deletedBy.kind,
      deleted_by_name: item.deletedBy.name,
      expires_at: sql`now() + (select trash_days from organizations where id = ${organizationId}) * interval '1 day'`,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
}

/** Moves a row and what depends on it into an item. Returns how many rows of which table. */
export async function moveRowsToTrash(
  tx: Tx,
  organizationId: OrganizationId,
  rows: { itemId: Id<'trs'>; table: string; id: string; owned: readonly string[] },
): Promise<Record<string, number>> {
  const { rows: answer } = await sql<{ moved: Record<string, number> }>`
    select move_to_trash(id, ${rows.table}, ${rows.id}, ${rows.owned}::text[]) as moved
    from trash_items where id = ${rows.itemId} and organization_id = ${organizationId}`.execute(tx)
  return answer[0]?.moved ?? {}
}

/** Inserts the rows of an item again. Returns how many rows of which table had to stay out. */
export async function returnRowsFromTrash(
  tx: Tx,
  organizationId: OrganizationId,
  item: { id: Id<'trs'>; changes: Readonly<Record<string, Record<string, unknown>>>; without: readonly string[] },
): Promise<Record<string, number>> {
  const { rows } = await sql<{ dropped: Record<string, number> }>`
    select return_from_trash(id, ${JSON.stringify(item.changes)}::jsonb, ${item.without}::text[]) as dropped
    from trash_items where id = ${item.id} and organization_id = ${organizationId}`.execute(tx)
  return rows[0]?.dropped ?? {}
}

export interface TrashChange {
  status?: TrashStatusName
  contents?: Record<string, number>
  parent_id?: Id<'trs'> | null
  expires_at?: Date
  problem?: { code: string; detail: string } | null
}

export async function updateTrashItem(
  tx: Tx,
  organizationId: OrganizationId,
  { id, contents, problem, ...change }: TrashChange & { id: Id<'trs'> },
): Promise<void> {
  await tx
    .updateTable('trash_items')
    .set({
      ...change,
      ...(contents === undefined ? {} : { contents: JSON.stringify(contents) }),
      ...(problem === undefined ? {} : { problem: problem === null ? null : JSON.stringify(problem) }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTrashItem(tx: Tx, organizationId: OrganizationId, id: Id<'trs'>): Promise<void> {
  await tx.deleteFrom('trash_items').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

export async function findTrashItem(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'trs'>,
): Promise<TrashRow | undefined> {
  return await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
}

export async function lockTrashItem(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'trs'>,
): Promise<TrashRow | undefined> {
  return await select(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Finds the newest item of something that was deleted. */
export async function findTrashItemOf(
  tx: Tx,
  organizationId: OrganizationId,
  subject: { kind: TrashKind; id: string },
): Promise<TrashRow | undefined> {
  return await select(tx, organizationId)
    .where('kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listTrashItems(
  tx: Tx,
  organizationId: OrganizationId,
  page: {
    before: string | undefined
    limit: number
    kind: TrashKind | undefined
    subjectId: string | undefined
    projectId: Id<'prj'> | undefined
    /** Limits the list to these projects. Null means all. */
    projectIds: ReadonlySet<Id<'prj'>> | null
  },
): Promise<TrashRow[]> {
  let query = select(tx, organizationId)
  // Part of a deleted project, unless someone asks for exactly this resource.
  if (page.subjectId === undefined) query = query.where('parent_id', 'is', null)
  else query = query.where('subject_id', '=', page.subjectId)
  if (page.projectIds !== null) query = query.where('project_id', 'in', [...page.projectIds])
  if (page.projectId !== undefined) query = query.where('project_id', '=', page.projectId)
  if (page.kind !== undefined) query = query.where('kind', '=', page.kind)
  return await query.$call(newestFirst(page)).execute()
}

const maxItems = 10_000

export async function listAllTrash(tx: Tx, organizationId: OrganizationId, kind: TrashKind): Promise<TrashRow[]> {
  return await select(tx, organizationId).where('kind', '=', kind).orderBy('id').limit(maxItems).execute()
}

export async function listTrashItemsWithin(
  tx: Tx,
  organizationId: OrganizationId,
  parentId: Id<'trs'>,
): Promise<TrashRow[]> {
  return await select(tx, organizationId).where('parent_id', '=', parentId).orderBy('id').limit(maxItems).execute()
}

/** Moves what was deleted earlier from a project below the item of the project, except backups, which outlive it. */
export async function adoptTrashOfProject(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, parentId }: { projectId: Id<'prj'>; parentId: Id<'trs'> },
): Promise<void> {
  await tx
    .updateTable('trash_items')
    .set({ parent_id: parentId, facts: sql`facts || '{"wasDeletedEarlier": true}'` })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('kind', '<>', 'backup')
    .where('id', '<>', parentId)
    .where('parent_id', 'is', null)
    .execute()
}

/** Returns which of these environments are in the trash. */
export async function listTrashedEnvironments(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'env'>[],
): Promise<Id<'env'>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: Id<'env'> }>`
    select key->>'id' as id from trash_rows where organization_id = ${organizationId} and table_name = 'environments'
      and key = any(select jsonb_build_object('id', id) from unnest(${ids}::text[]) id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether a row in the trash refers to this, such as a backup to its storage location. */
export async function isNeededInTrash(
  tx: Tx,
  organizationId: OrganizationId,
  { table, column, id }: { table: string; column: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`select from trash_rows
    where organization_id = ${organizationId} and table_name = ${table} and data->>${column} = ${id} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export interface ServerForecast {
  server_id: Id<'srv'>
  items: number
  kept_bytes: number
  next_expiry: Date
  next_expiry_bytes: number
}

export async function readForecast(tx: Tx, organizationId: OrganizationId): Promise<ServerForecast[]> {
  const { rows } = await sql<ServerForecast>`
    select server_id, count(*)::int as items, coalesce(sum(size_bytes), 0)::bigint as kept_bytes, min(expires_at) as next_expiry,
      coalesce((array_agg(size_bytes order by expires_at))[1], 0)::bigint as next_expiry_bytes
    from trash_items where organization_id = ${organizationId} and server_id is not null and kind <> 'server'
    group by server_id order by kept_bytes desc limit 200`.execute(tx)
  return rows
}

export async function readTrashSettings(
  tx: Tx,
  organizationId: OrganizationId,
): Promise<{ items: number; retentionDays: number }> {
  const { rows } = await sql<{ items: number; retentionDays: number }>`
    select trash_days as "retentionDays",
      (select count(*)::int from trash_items t where t.organization_id = o.id and t.parent_id is null) as items
    from organizations o where id = ${organizationId}`.execute(tx)
  return rows[0] ?? { items: 0, retentionDays: 7 }
}

export async function saveRetention(tx: Tx, organizationId: OrganizationId, days: number): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ trash_days: days, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', organizationId)
    .execute()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('trash_items').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
