/** Facts about a project that environments need. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ProjectFacts } from '../environments/index.ts'
import { type AnalysisRow, findReport, listNewestAnalyses } from './analyses.repository.ts'
import { readReport } from './project.mapper.ts'
import { findProject } from './projects.repository.ts'
import { type Suggestion, suggestServices, withoutOwner } from './suggested-services.policy.ts'

export async function readProjectFacts(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'prj'>,
): Promise<ProjectFacts | undefined> {
  const row = await findProject(tx, organizationId, id)
  if (row === undefined) return undefined
  const [analysis] = await listNewestAnalyses(tx, organizationId, [id])
  const report =
    analysis?.status === 'completed' ? readReport(await findReport(tx, organizationId, analysis.id)) : undefined
  const suggested = report === undefined ? [] : suggestServices(report).services
  const services = row.source === 'repository' ? suggested : suggested.map(withoutOwner)
  const file = report?.configuration?.file
  return {
    hasRepository: row.source === 'repository',
    branch: row.branch ?? analysis?.branch ?? null,
    isBeingDeleted: row.deletion_requested_at !== null,
    services,
    // A deployment reads only files of repositories again; compose text changes services when it is saved.
    file:
      file === undefined || analysis === undefined || row.source !== 'repository'
        ? null
        : fileOf(file, analysis, services),
  }
}

function fileOf(
  file: string,
  { commit, finished_at: finishedAt, created_at: createdAt }: AnalysisRow,
  services: Suggestion['services'],
): ProjectFacts['file'] {
  return {
    file,
    commit: commit?.sha ?? null,
    readAt: (finishedAt ?? createdAt).toISOString(),
    services: Object.fromEntries(
      services.map((service) => [
        service.name,
        Object.fromEntries(Object.entries(service).filter(([field]) => service.ownedByFile.includes(field))),
      ]),
    ),
  }
}
