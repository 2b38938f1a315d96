/** Report of pasted compose text: a tree of one file, read in the same sandbox as repositories. */
import type { Report } from '@longshore/analyzer/report'
import { analyzeSource } from '@longshore/source/analysis'
import type { OrganizationId } from '../../platform/database/database.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { pastedSource } from './pasted-source.remote.ts'
import { projectCompose } from './project-compose.crypto.ts'
import { findSealedCompose } from './projects.repository.ts'
import { checkedReport } from './read-source.remote.ts'
import { explainErrors, type SourceWork } from './source-work.remote.ts'

export async function readCompose(
  { database, unsealer }: SourceWork,
  { organizationId, projectId, signal }: { organizationId: OrganizationId; projectId: Id<'prj'>; signal: AbortSignal },
): Promise<Report> {
  const sealed = await database.tenant(organizationId, (tx) => findSealedCompose(tx, organizationId, projectId))
  if (sealed === undefined) throw new PermanentError('not_found', 'The project was deleted.')
  const text = await unsealer.unseal(contextOf(projectCompose, projectId, organizationId), sealed)
  await using source = pastedSource('compose.yaml', text.reveal())
  return checkedReport(await explainErrors(signal, () => analyzeSource(source, { rootDirectory: '.', signal })))
}
