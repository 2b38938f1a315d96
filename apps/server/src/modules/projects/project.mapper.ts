/** Maps rows to API responses. */
import { type Report, reportSchema } from '@longshore/analyzer/report'
import { z } from 'zod'
import { type EnvironmentRow, toEnvironmentSummary } from '../environments/index.ts'
import { analysisProblems } from './analyses.problems.ts'
import type { AnalysisRow } from './analyses.repository.ts'
import { type Analysis, AnalysisStatusEvent, type AnalysisSummary } from './analyses.schemas.ts'
import { projectStatus } from './analyses.status.ts'
import type { ProjectRow } from './projects.repository.ts'
import type { Project, ProjectSummary } from './projects.schemas.ts'

interface Parts {
  analysis: AnalysisRow | undefined
  environments: readonly EnvironmentRow[]
}

export function toProjectSummary(row: ProjectRow, { analysis, environments }: Parts): ProjectSummary {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    source: row.source,
    repository:
      row.source === 'repository'
        ? {
            providerId: row.git_provider_id,
            fullName: row.repository_full_name ?? '',
            url: row.repository_url ?? '',
            rootDirectory: row.root_directory,
          }
        : null,
    branch: row.branch,
    image: row.image,
    composeProfiles: row.compose_profiles,
    isExample: row.is_example,
    status: projectStatus(row.finalized_at !== null, analysis?.status ?? null),
    analysis: analysis === undefined ? null : toAnalysisSummary(analysis),
    environments: environments.map(toEnvironmentSummary),
    deletionRequestedAt: row.deletion_requested_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toProject(row: ProjectRow, parts: Parts, storedReport: unknown): Project {
  const { analysis } = parts
  return {
    ...toProjectSummary(row, parts),
    analysis: analysis === undefined ? null : toAnalysis(analysis, storedReport),
  }
}

export function toAnalysisSummary(row: AnalysisRow): AnalysisSummary {
  const { commit } = row
  return {
    id: row.id,
    projectId: row.project_id,
    status: row.status,
    branch: row.branch,
    rootDirectory: row.root_directory,
    commit: commit === null ? null : { ...commit, committedAt: new Date(commit.committedAt) },
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

const noFindings = {
  services: [],
  databases: [],
  variables: [],
  monorepo: null,
  configuration: null,
  warnings: [],
  composeProfiles: [],
  domains: [],
  files: null,
}

export function toAnalysis(row: AnalysisRow, storedReport: unknown): Analysis {
  const summary = toAnalysisSummary(row)
  if (row.status !== 'completed') return { ...summary, ...noFindings }
  const report = readReport(storedReport)
  if (report !== undefined) return { ...summary, ...report }
  const { code, title, detail, hint } = analysisProblems.report_outdated
  return { ...summary, ...noFindings, error: { code, title, detail, hint } }
}

/** Returns undefined for a report that this version can't read. */
export function readReport(stored: unknown): Report | undefined {
  return reportSchema.safeParse(stored).data
}

/** An event has at most 128 kB. */
const maxEventBytes = 100_000

export function toStatusEvent(row: AnalysisRow, storedReport: unknown): { kind: 'status'; data: unknown } {
  const analysis = toAnalysis(row, storedReport)
  const whole: unknown = z.encode(AnalysisStatusEvent, { ...analysis, isTruncated: false })
  if (Buffer.byteLength(JSON.stringify(whole)) <= maxEventBytes) return { kind: 'status', data: whole }
  return { kind: 'status', data: z.encode(AnalysisStatusEvent, { ...analysis, ...noFindings, isTruncated: true }) }
}
