/** Schemas of analyses: the findings in a repository, and the progress. */
import { reportSchema } from '@longshore/analyzer/report'
import { z } from 'zod'
import { StreamQuery } from '../../platform/http/sse/stream-query.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { BranchName, RepositoryPath } from '../environments/source-names.schemas.ts'
import { RepositoryName, RepositoryUrl } from './repositories.schemas.ts'

export const analysisStatuses = ['queued', 'fetching', 'scanning', 'completed', 'failed', 'cancelled'] as const
export type AnalysisStatus = (typeof analysisStatuses)[number]

export const Commit = z
  .object({
    sha: z.string().meta({
      description: 'Full hash of the commit in hexadecimal.',
      example: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    }),
    message: z.string().describe('Text that the author wrote for the commit, possibly shortened.'),
    author: z.string().describe('Name of the person who wrote the change.'),
    committedAt: Time.describe('When the commit was created, according to the author’s clock.'),
  })
  .meta({ id: 'Commit', description: 'A Git commit.' })
export type Commit = z.output<typeof Commit>

export const AnalysisError = z
  .object({
    code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
    title: z.string().describe('Short summary of the failure, for a headline.'),
    detail: z.string().describe('What went wrong, in a sentence for people.'),
    hint: z.string().describe('What you can do before you try again.'),
  })
  .meta({ id: 'AnalysisError', description: 'Why an analysis failed, and what to do about it.' })
export type AnalysisError = z.output<typeof AnalysisError>

export const AnalysisSummary = z
  .object({
    id: idOf('ana'),
    projectId: idOf('prj'),
    status: z
      .enum(analysisStatuses)
      .describe(
        '`queued`: it waits for a worker. `fetching`: Longshore fetches the commit. `scanning`: it reads the files. `completed`: the report is ready. `failed`: there is no report; see `error`. `cancelled`: the project was deleted meanwhile.',
      ),
    branch: z.string().nullable().meta({
      description: 'Git branch that was read. Null until it is known, and for projects without a repository.',
    }),
    rootDirectory: z.string().meta({
      description: 'Directory that was read, relative to the repository root. `.` is the root itself.',
      example: '.',
    }),
    commit: Commit.nullable().describe(
      'Commit that was read. Null until it is known, and for projects without a repository.',
    ),
    error: AnalysisError.nullable().describe('Why the analysis failed. Null otherwise.'),
    createdAt: Time.describe('When someone requested the analysis.'),
    updatedAt: Time.describe('When the analysis last made progress.'),
    startedAt: Time.nullable().describe('When a worker started it. Null while it is queued.'),
    finishedAt: Time.nullable().describe('When the analysis ended, whatever its result. Null until then.'),
  })
  .meta({ id: 'AnalysisSummary', description: 'State of an analysis, without its report.' })
export type AnalysisSummary = z.output<typeof AnalysisSummary>

const { files, ...findings } = reportSchema.shape

export const Analysis = z
  .object({
    ...AnalysisSummary.shape,
    ...findings,
    files: files
      .nullable()
      .describe('How many files the repository has, and how many were read. Null until the analysis is complete.'),
  })
  .meta({
    id: 'Analysis',
    description:
      'What Longshore found in a repository. Every finding names the file and, if possible, the line it is based on. The lists are empty until the analysis is complete.',
  })
export type Analysis = z.output<typeof Analysis>

/** Sent on the stream. */
export const AnalysisStatusEvent = z
  .object({
    ...Analysis.shape,
    isTruncated: z.boolean().meta({
      description:
        'Whether the report is too large for an event and was shortened. `GET /projects/{id}` returns all of it.',
    }),
  })
  .meta({ id: 'AnalysisStatusEvent', description: 'The analysis as it is now, sent whenever it changes.' })

export const AnalyzedRepository = z
  .object({
    repository: z
      .object({
        fullName: z.string().meta({ description: 'Owner and name, as in its URL.', example: 'ada/shop' }),
        url: z
          .string()
          .meta({ description: 'Page of the repository at the Git provider.', example: 'https://github.com/ada/shop' }),
        isPrivate: z.boolean().describe('Whether only invited people can read the code.'),
      })
      .describe('Where the code comes from.'),
    branch: z.string().meta({ description: 'Git branch that was read.', example: 'main' }),
    rootDirectory: z.string().meta({
      description: 'Directory that was read, relative to the repository root. `.` is the root itself.',
      example: '.',
    }),
    commit: Commit.describe('Newest commit of the branch, which was read.'),
    ...findings,
    files,
  })
  .meta({
    id: 'AnalyzedRepository',
    description: 'Report about a repository that is not a project yet. Nothing of it is stored.',
  })
export type AnalyzedRepository = z.output<typeof AnalyzedRepository>

export const AnalyzeRepoQuery = z.strictObject({
  providerId: idOf('git')
    .optional()
    .meta({ description: 'Git provider connection that can read the repository. Send it together with `repo`.' }),
  repo: RepositoryName.optional().describe('Repository as `owner/name`. Requires `providerId`.'),
  url: RepositoryUrl.optional().describe(
    'HTTPS URL of a public repository. Send either this or `providerId` with `repo`.',
  ),
  branch: BranchName.optional().meta({
    description: 'Git branch to read. Defaults to the default branch of the repository.',
  }),
  rootDirectory: RepositoryPath.default('.').describe('Only directory to read, relative to the repository root.'),
})
export type AnalyzeRepoQuery = z.output<typeof AnalyzeRepoQuery>

export const RetryAnalysisBody = z
  .strictObject({
    branch: BranchName.optional().meta({
      description: 'Git branch to read from now on. Defaults to the current branch of the project.',
    }),
  })
  .nullish()
  .meta({ id: 'RetryAnalysisRequest' })
export type RetryAnalysis = z.output<typeof RetryAnalysisBody>

export const AnalysisStreamQuery = StreamQuery
