/** Report of compose text: a tree of one file, read in the same sandbox as repositories. */
import type { Report } from '@longshore/analyzer/report'
import { analyzeSource } from '@longshore/source/analysis'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { findEnvironment } from '../environments/index.ts'
import { findSealedText } from './compose-files.repository.ts'
import { pastedSource } from './pasted-source.remote.ts'
import { composeFileText, projectCompose } from './project-compose.crypto.ts'
import { findSealedCompose } from './projects.repository.ts'
import { checkedReport } from './read-source.remote.ts'
import { explainErrors, type SourceWork } from './source-work.remote.ts'

export async function readCompose(
  { database, unsealer }: SourceWork,
  { organizationId, projectId, signal }: { organizationId: OrganizationId; projectId: Id<'prj'>; signal: AbortSignal },
): Promise<Report> {
  const found = await database.tenant(organizationId, (tx) => findSealedCompose(tx, organizationId, projectId))
  const sealed = found?.sealed ?? null
  if (found === undefined || sealed === null) throw new PermanentError('not_found', 'The project was deleted.')
  const text = await unsealer.unseal(contextOf(projectCompose, projectId, organizationId), sealed)
  return await readComposeText(text, { signal, composeProfiles: found.composeProfiles })
}

export async function readComposeText(
  text: Secret,
  { signal, composeProfiles }: { signal: AbortSignal; composeProfiles: readonly string[] },
): Promise<Report> {
  await using source = pastedSource('compose.yaml', text.reveal())
  return checkedReport(
    await explainErrors(signal, () => analyzeSource(source, { rootDirectory: '.', composeProfiles, signal })),
  )
}

/** Opens the file that was saved for the environment, or else the one of its project. */
export async function openCompose(
  { database, unsealer }: { database: Database; unsealer: Unsealer },
  { organizationId, environmentId }: { organizationId: OrganizationId; environmentId: Id<'env'> },
): Promise<{ composeFileId: string | null; text: Secret; composeProfiles: string[] }> {
  const found = await database.tenant(organizationId, async (tx) => {
    const row = await findEnvironment(tx, organizationId, environmentId)
    if (row === undefined) throw notFound()
    const { project_id: projectId, compose_file_id: composeFileId } = row
    const project = await findSealedCompose(tx, organizationId, projectId)
    const own = composeFileId === null ? project?.sealed : await findSealedText(tx, organizationId, composeFileId)
    return { projectId, composeFileId, sealed: own ?? null, composeProfiles: project?.composeProfiles ?? [] }
  })
  const { projectId, composeFileId, sealed, composeProfiles } = found
  if (sealed === null) throw notFound()
  const context =
    composeFileId === null
      ? contextOf(projectCompose, projectId, organizationId)
      : contextOf(composeFileText, composeFileId, organizationId)
  return { composeFileId, text: await unsealer.unseal(context, sealed), composeProfiles }
}
