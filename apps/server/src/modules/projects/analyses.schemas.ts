/** Shapes of analyses: what was read in a repository, and how far that is. */
import { reportSchema } from '@longshore/analyzer/report'
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { BranchName, RepositoryPath } from '../environments/source-names.schemas.ts'
import { RepositoryName, RepositoryUrl } from './repositories.schemas.ts'

export const analysisStatuses = ['queued', 'fetching', 'scanning', 'completed', 'failed', 'cancelled'] as const
export type AnalysisStatus = (typeof analysisStatuses)[number]

export const Commit = z
  .object({ sha: z.string(), message: z.string(), author: z.string(), committedAt: Time })
  .meta({ id: 'Commit' })
export type Commit = z.output<typeof Commit>

export const AnalysisError = z
  .object({ code: z.string(), title: z.string(), detail: z.string(), hint: z.string() })
  .meta({ id: 'AnalysisError', description: 'Why an analysis failed, and what to do about it.' })
export type AnalysisError = z.output<typeof AnalysisError>

export const AnalysisSummary = z
  .object({
    id: idOf('ana'),
    projectId: idOf('prj'),
    status: z.enum(analysisStatuses),
    branch: z.string().nullable().meta({ description: 'The one that was read, once it is known.' }),
    rootDirectory: z.string(),
    commit: Commit.nullable(),
    error: AnalysisError.nullable(),
    createdAt: Time,
    updatedAt: Time,
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'AnalysisSummary' })
export type AnalysisSummary = z.output<typeof AnalysisSummary>

const { files, ...findings } = reportSchema.shape

export const Analysis = z.object({ ...AnalysisSummary.shape, ...findings, files: files.nullable() }).meta({
  id: 'Analysis',
  description: 'Every claim names the file, and where it can the line, that it stands on. Empty until it is completed.',
})
export type Analysis = z.output<typeof Analysis>

/** On the stream. */
export const AnalysisStatusEvent = z
  .object({
    ...Analysis.shape,
    isAbridged: z
      .boolean()
      .meta({ description: 'The report is too large for an event: GET /projects/:id has the whole of it.' }),
  })
  .meta({ id: 'AnalysisStatusEvent' })

export const AnalyzedRepository = z
  .object({
    repository: z.object({ fullName: z.string(), url: z.string(), isPrivate: z.boolean() }),
    branch: z.string(),
    rootDirectory: z.string(),
    commit: Commit,
    ...findings,
    files,
  })
  .meta({ id: 'AnalyzedRepository' })
export type AnalyzedRepository = z.output<typeof AnalyzedRepository>

export const AnalyzeRepoQuery = z.strictObject({
  providerId: idOf('git').optional().meta({ description: 'The account that may read it; goes with `repo`.' }),
  repo: RepositoryName.optional(),
  url: RepositoryUrl.optional(),
  branch: BranchName.optional().meta({ description: 'Default: the default branch.' }),
  rootDirectory: RepositoryPath.default('.'),
})
export type AnalyzeRepoQuery = z.output<typeof AnalyzeRepoQuery>

export const RetryAnalysisBody = z
  .strictObject({
    branch: BranchName.optional().meta({ description: 'Read this branch from now on. Default: the one before.' }),
  })
  .nullish()
  .meta({ id: 'RetryAnalysisRequest' })
export type RetryAnalysis = z.output<typeof RetryAnalysisBody>

export const AnalysisStreamQuery = z.strictObject({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'As the Last-Event-ID header, for browsers that reconnect with a new ticket.' }),
  ticket: z.string().max(100).optional().meta({ description: 'One-use ticket, for browsers that cannot set headers.' }),
})
