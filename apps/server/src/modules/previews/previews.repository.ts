/** The only file that names `previews`, besides the system repository. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Previews } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { PreviewReason, PreviewStatus, SeedResult, SeedStatus } from './previews.schemas.ts'

type Narrow = {
  status: PreviewStatus
  seed_status: SeedStatus
  reason: PreviewReason | null
  seed_result: SeedResult | null
}
type Selected = Omit<Selectable<Previews>, keyof Narrow> & Narrow
interface Branded {
  id: Id<'pvw'>
  project_id: Id<'prj'>
  environment_id: Id<'env'> | null
}
export type PreviewRow = Omit<Selected, keyof Branded> & Branded

/** Returns the preview of this pull request, and creates it if there is none. */
export async function ensurePreview(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, number }: { projectId: Id<'prj'>; number: number },
): Promise<Id<'pvw'>> {
  const row = await tx
    .insertInto('previews')
    .values({ id: newId('pvw'), organization_id: organizationId, project_id: projectId, number })
    .onConflict((conflict) => conflict.columns(['project_id', 'number']).doUpdateSet({ updated_at: sql`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function findPreview(
  tx: Tx,
  organizationId: OrganizationId,
  by: { id: Id<'pvw'> } | { environmentId: Id<'env'> } | { projectId: Id<'prj'>; number: number },
): Promise<PreviewRow | undefined> {
  let query = select(tx, organizationId)
  if ('id' in by) query = query.where('id', '=', by.id)
  else if ('environmentId' in by) query = query.where('environment_id', '=', by.environmentId)
  else query = query.where('project_id', '=', by.projectId).where('number', '=', by.number)
  const row = await query.executeTakeFirst()
  return row
}

export async function lockPreview(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'pvw'>,
): Promise<PreviewRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row
}

export async function listPreviews(
  tx: Tx,
  organizationId: OrganizationId,
  page: { projectId: Id<'prj'>; before: string | undefined; limit: number },
): Promise<PreviewRow[]> {
  const rows = await select(tx, organizationId)
    .where('project_id', '=', page.projectId)
    .$call(newestFirst(page))
    .execute()
  return rows
}

/** Lists previews that polling compares with the provider: existing, refused, and ones that may come back. */
export async function listUnclosedPreviews(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: Id<'prj'>,
): Promise<PreviewRow[]> {
  const rows = await select(tx, organizationId)
    .where('project_id', '=', projectId)
    .where((where) => where.or([where('status', '<>', 'closed'), where('environment_id', 'is not', null)]))
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows
}

/** Counts previews with an environment, also one that is being removed: it still uses its server. */
export async function countOpenPreviews(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, except }: { projectId: Id<'prj'>; except: Id<'pvw'> | null },
): Promise<number> {
  let query = tx
    .selectFrom('previews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('environment_id', 'is not', null)
  if (except !== null) query = query.where('id', '<>', except)
  return (await query.executeTakeFirstOrThrow()).count
}

export interface PreviewChange {
  status?: PreviewStatus
  environment_id?: Id<'env'>
  title?: string
  url?: string
  branch?: string
  sha?: string
  reason?: PreviewReason | null
  seed_status?: SeedStatus
  seed_result?: SeedResult
  comment_id?: string
  comment_digest?: string
  expires_at?: Date
}

export async function updatePreview(
  tx: Tx,
  organizationId: OrganizationId,
  { id, reason, seed_result: result, ...change }: PreviewChange & { id: Id<'pvw'> },
): Promise<void> {
  await tx
    .updateTable('previews')
    .set({
      ...change,
      ...(reason === undefined ? {} : { reason: reason === null ? null : JSON.stringify(reason) }),
      ...(result === undefined ? {} : { seed_result: JSON.stringify(result) }),
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deletePreview(tx: Tx, organizationId: OrganizationId, id: Id<'pvw'>): Promise<void> {
  await tx.deleteFrom('previews').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('previews').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
