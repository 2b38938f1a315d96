/** The only file that names `environment_templates`, besides the system repository of first backups. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { TemplateSource } from './catalog.schemas.ts'

export interface UsedTemplate {
  name: string | null
  title: string
  version: string
  revision: string
  source: TemplateSource | null
}

export interface EnvironmentTemplateRow extends UsedTemplate {
  firstBackup: 'none' | 'waiting' | 'started'
  createdAt: Date
  updatedAt: Date
}

export async function insertEnvironmentTemplate(
  tx: Tx,
  organizationId: OrganizationId,
  {
    environmentId,
    used,
    firstBackup,
  }: { environmentId: Id<'env'>; used: UsedTemplate; firstBackup: 'none' | 'waiting' },
): Promise<void> {
  await tx
    .insertInto('environment_templates')
    .values({
      environment_id: environmentId,
      organization_id: organizationId,
      first_backup: firstBackup,
      ...toColumns(used),
    })
    .execute()
}

/** Returns whether the template came from a URL or a repository instead of this release. */
export async function isFromElsewhere(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<boolean> {
  return (await findEnvironmentTemplate(tx, organizationId, environmentId))?.source != null
}

export async function findEnvironmentTemplate(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<EnvironmentTemplateRow | undefined> {
  const row = await tx
    .selectFrom('environment_templates')
    .select(['name', 'title', 'version', 'revision', 'source', 'first_backup', 'created_at', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .$narrowType<{ first_backup: EnvironmentTemplateRow['firstBackup'] }>()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { name, title, version, revision } = row
  return {
    ...{ name, title, version, revision },
    source: row.source === null ? null : TemplateSource.parse(row.source),
    firstBackup: row.first_backup,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function updateEnvironmentTemplate(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, used }: { environmentId: Id<'env'>; used: UsedTemplate },
): Promise<void> {
  await tx
    .updateTable('environment_templates')
    .set({ ...toColumns(used), updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .execute()
}

/** False if another worker has already started the backups. */
export async function takeFirstBackup(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('environment_templates')
    .set({ first_backup: 'started' })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('first_backup', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function toColumns({ name, title, version, revision, source }: UsedTemplate) {
  return { name, title, version, revision, source: source === null ? null : JSON.stringify(source) }
}
