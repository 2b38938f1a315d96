/** Reads projects together with what belongs to them. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { listEnvironmentsOf } from '../environments/index.ts'
import { findReport, listNewestAnalyses } from './analyses.repository.ts'
import { toProject, toProjectSummary } from './project.mapper.ts'
import { projectProblems } from './projects.problems.ts'
import { findProject, lockProject, type ProjectRow } from './projects.repository.ts'
import type { Project, ProjectSummary } from './projects.schemas.ts'

/** Returns the project, or throws 404. */
export async function requireProject(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<ProjectRow> {
  const row = await findProject(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

/** Locks it for a change; throws 409 if it is being deleted. */
export async function requireChangeableProject(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'prj'>,
): Promise<ProjectRow> {
  const row = await lockProject(tx, organizationId, id)
  if (row === undefined) throw notFound()
  if (row.deletion_requested_at !== null) throw new AppError(projectProblems.project_being_deleted)
  return row
}

export async function readProject(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<Project> {
  const row = await requireProject(tx, organizationId, id)
  const [analysis] = await listNewestAnalyses(tx, organizationId, [id])
  const environments = await listEnvironmentsOf(tx, organizationId, [id])
  const report = analysis === undefined ? null : await findReport(tx, organizationId, analysis.id)
  return toProject(row, { analysis, environments }, report)
}

export async function readSummaries(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly ProjectRow[],
): Promise<ProjectSummary[]> {
  const ids = rows.map((row) => row.id)
  const analyses = await listNewestAnalyses(tx, organizationId, ids)
  const environments = await listEnvironmentsOf(tx, organizationId, ids)
  const analysisOf = new Map(analyses.map((analysis) => [analysis.project_id, analysis]))
  return rows.map((row) =>
    toProjectSummary(row, {
      analysis: analysisOf.get(row.id),
      environments: environments.filter((environment) => environment.project_id === row.id),
    }),
  )
}
