/** The only file that names `compose_files`. A row never changes; a new text is a new row. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

export async function insertComposeFile(
  tx: Tx,
  organizationId: OrganizationId,
  file: { id: string; projectId: Id<'prj'>; sealedText: string; createdBy: Id<'usr'> | null },
): Promise<void> {
  await tx
    .insertInto('compose_files')
    .values({
      id: file.id,
      organization_id: organizationId,
      project_id: file.projectId,
      sealed_text: file.sealedText,
      created_by: file.createdBy,
    })
    .execute()
}

export async function findSealedText(tx: Tx, organizationId: OrganizationId, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('compose_files')
    .select('sealed_text')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sealed_text
}

/** Deletes the texts that no environment of the project uses anymore. */
export async function deleteOtherComposeFiles(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, used }: { projectId: Id<'prj'>; used: readonly string[] },
): Promise<void> {
  let query = tx
    .deleteFrom('compose_files')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
  if (used.length > 0) query = query.where('id', 'not in', [...used])
  await query.execute()
}
