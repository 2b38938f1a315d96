/** Starts an analysis in the caller's transaction, which has locked the project's row. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { appendRunEvents, continueRunStream } from '../../platform/events/publish.ts'
import { brandId } from '../../platform/ids/brand.ts'
import { type AnalysisRow, insertAnalysis, listNewestAnalyses } from './analyses.repository.ts'
import { isFinished } from './analyses.status.ts'
import { toStatusEvent } from './project.mapper.ts'
import { projectProblems } from './projects.problems.ts'
import { analyzeProject } from './projects.references.ts'
import type { ProjectRow } from './projects.repository.ts'

/** 409 while one is in progress. Publish the project's event afterwards. */
export async function startAnalysis(tx: Tx, organizationId: OrganizationId, project: ProjectRow): Promise<AnalysisRow> {
  const [before] = await listNewestAnalyses(tx, organizationId, [project.id])
  if (before !== undefined && !isFinished(before.status)) throw new AppError(projectProblems.analysis_running)
  const runId = await startRun(tx, {
    workflow: analyzeProject,
    key: project.id,
    input: { projectId: project.id, source: project.source },
    organizationId,
  })
  const eventsBefore =
    before === undefined ? 0 : await continueRunStream(tx, { runId, organizationId, after: before.id })
  const row = await insertAnalysis(tx, organizationId, {
    id: brandId<'ana'>(runId),
    projectId: project.id,
    branch: project.branch,
    rootDirectory: project.root_directory,
    eventsBefore,
  })
  await appendRunEvents(tx, { runId, organizationId, events: [toStatusEvent(row, null)] })
  return row
}
