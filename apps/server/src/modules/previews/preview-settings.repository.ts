/** The only file that names `preview_settings` and `preview_variables`, besides the system repository. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { PreviewSettings, PreviewVariables } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { VariableScope } from '../environments/variables.schemas.ts'
import type { PreviewReason, SeedCommand } from './previews.schemas.ts'

type Narrow = { seed: SeedCommand | null; problem: PreviewReason | null }
type Selected = Omit<Selectable<PreviewSettings>, keyof Narrow> & Narrow
export type PreviewSettingsRow = Omit<Selected, 'project_id' | 'template_environment_id'> & {
  project_id: Id<'prj'>
  template_environment_id: Id<'env'> | null
}
export type PreviewVariableRow = Omit<Selectable<PreviewVariables>, 'scope'> & { scope: VariableScope }

export async function findPreviewSettings(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: Id<'prj'>,
): Promise<PreviewSettingsRow | undefined> {
  const row = await select(tx, organizationId).where('project_id', '=', projectId).executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

/** Serializes counting and changing the previews of a project. */
export async function lockPreviewSettings(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: Id<'prj'>,
): Promise<PreviewSettingsRow | undefined> {
  const row = await select(tx, organizationId).where('project_id', '=', projectId).forNoKeyUpdate().executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

export interface PreviewSettingsChange {
  is_enabled?: boolean
  template_environment_id?: Id<'env'> | null
  max_open?: number
  lifetime_hours?: number
  seed?: SeedCommand | null
  allowed_secrets?: string[]
}

/** Schedules a new lookup of the repository soon. */
export async function putPreviewSettings(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, seed, ...change }: PreviewSettingsChange & { projectId: Id<'prj'> },
): Promise<PreviewSettingsRow> {
  const stored = { ...change, ...(seed === undefined ? {} : { seed: seed === null ? null : JSON.stringify(seed) }) }
  const row = await tx
    .insertInto('preview_settings')
    .values({ project_id: projectId, organization_id: organizationId, ...stored })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({
        ...stored,
        repository_id: null,
        problem: null,
        next_look_at: sql`now()`,
        version: sql`preview_settings.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return brand(row)
}

export interface PollResult {
  projectId: Id<'prj'>
  repositoryId?: string
  problem: PreviewReason | null
  isPoll: boolean
}

export async function savePollResult(tx: Tx, organizationId: OrganizationId, result: PollResult): Promise<void> {
  await tx
    .updateTable('preview_settings')
    .set({
      problem: result.problem === null ? null : JSON.stringify(result.problem),
      ...(result.isPoll ? { looked_at: sql<Date>`now()` } : {}),
      ...(result.repositoryId === undefined ? {} : { repository_id: result.repositoryId }),
    })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', result.projectId)
    .execute()
}

export async function listPreviewVariables(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: Id<'prj'>,
): Promise<PreviewVariableRow[]> {
  return await tx
    .selectFrom('preview_variables')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('key')
    .orderBy('id')
    .$narrowType<{ scope: VariableScope }>()
    .execute()
}

export interface NewPreviewVariable {
  id: string
  key: string
  serviceName: string | null
  scope: VariableScope
  expand: boolean
  content: { value: string } | { sealedValue: string }
}

export async function replacePreviewVariables(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, variables }: { projectId: Id<'prj'>; variables: readonly NewPreviewVariable[] },
): Promise<void> {
  await tx
    .deleteFrom('preview_variables')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
  if (variables.length === 0) return
  await tx
    .insertInto('preview_variables')
    .values(
      variables.map(({ id, key, serviceName, scope, expand, content }) => ({
        id,
        organization_id: organizationId,
        project_id: projectId,
        key,
        service_name: serviceName,
        scope,
        expand,
        is_secret: 'sealedValue' in content,
        value: 'value' in content ? content.value : null,
        sealed_value: 'sealedValue' in content ? content.sealedValue : null,
      })),
    )
    .execute()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('preview_settings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$narrowType<Narrow>()
}

function brand(row: Selected): PreviewSettingsRow {
  const { template_environment_id: template } = row
  return { ...row, template_environment_id: template }
}
