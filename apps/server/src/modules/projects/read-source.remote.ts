/** Creates the report of a repository by name; the same for stored and one-off analyses. */
import type { Report } from '@longshore/analyzer/report'
import { type AnalysisStage, analyzeRemote } from '@longshore/source/analysis'
import { type FetchedCommit, type Ref, SourceError } from '@longshore/source/git'
import type { OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { RepositoryRef } from '../git-providers/worker.ts'
import { analysisProblems } from './analyses.problems.ts'
import { maxReportBytes } from './calls/analyze-repo.definition.ts'
import { explainErrors, type SourceWork } from './source-work.remote.ts'

export interface Wanted {
  organizationId: OrganizationId
  ref: RepositoryRef
  /** Null means the default branch. */
  branch: string | null
  signal: AbortSignal
}

export interface ResolvedRepository {
  /** Current name at the provider. */
  fullName: string
  url: string
  isPrivate: boolean
  isArchived: boolean
  branch: string
  /** Tip of the branch. */
  sha: string
}

const lookUpMs = 20_000
const fetchMs = 4 * 60_000

export async function resolveRepository(work: SourceWork, wanted: Wanted): Promise<ResolvedRepository> {
  const { organizationId, ref, signal } = wanted
  const call = { signal, deadlineMs: lookUpMs }
  return await explainErrors(signal, async () => {
    const found = await work.sources.describe(organizationId, ref, call)
    const remote = await work.sources.remote(organizationId, renamed(ref, found.fullName), call)
    const refs = await work.git.refs(remote, call)
    // Ask git instead of the provider, which may report a repository as empty for a while after a push.
    if (refs.branches.length === 0) throw new AppError(analysisProblems.repository_empty)
    const branch = wanted.branch ?? found.defaultBranch ?? refs.defaultBranch
    if (branch === null)
      throw new AppError(analysisProblems.branch_not_found, 'The repository has no default branch.', {
        hint: 'Choose a branch.',
      })
    const tip = refs.branches.find((each) => each.name === branch)
    if (tip === undefined)
      throw new AppError(
        analysisProblems.branch_not_found,
        `The repository ${found.fullName} has no branch "${branch}".`,
      )
    const { fullName, url, private: isPrivate, archived: isArchived } = found
    return { fullName, url, isPrivate, isArchived, branch, sha: tip.commit }
  })
}

export interface Reading {
  rootDirectory: string
  composeProfiles?: readonly string[]
  onStage?: (stage: AnalysisStage) => Promise<void>
}

export async function readRepository(
  work: SourceWork,
  { organizationId, ref, signal }: Pick<Wanted, 'organizationId' | 'ref' | 'signal'>,
  resolved: ResolvedRepository,
  { onStage, ...reading }: Reading,
): Promise<{ commit: FetchedCommit; report: Report }> {
  return await explainErrors(signal, async () => {
    const remote = await work.sources.remote(organizationId, renamed(ref, resolved.fullName), { signal })
    const read = (wanted: Ref) =>
      analyzeRemote(work.git, remote, {
        ref: wanted,
        ...reading,
        signal,
        deadlineMs: fetchMs,
        ...(onStage === undefined ? {} : { onStage }),
      })
    const { commit, report } = await read({ commit: resolved.sha }).catch((error: unknown) => {
      // Some servers serve only branches; and a branch may have been rewritten since it was resolved.
      if (!(error instanceof SourceError) || error.code !== 'commit_not_found') throw error
      return read({ branch: resolved.branch })
    })
    return { commit, report: checkedReport(withNotices(report, resolved)) }
  })
}

/** 2 MB are a report of some hundred services. */
export function checkedReport(report: Report): Report {
  if (Buffer.byteLength(JSON.stringify(report)) <= maxReportBytes) return report
  throw new AppError(analysisProblems.report_too_large)
}

function withNotices(report: Report, { isArchived, fullName }: ResolvedRepository): Report {
  if (!isArchived) return report
  const warning = {
    code: 'repository_archived',
    message: `${fullName} is archived, so nobody can push to it.`,
    hint: 'Unarchive it at the Git provider if you want to change it.',
    file: null,
    line: null,
  }
  return { ...report, warnings: [warning, ...report.warnings].slice(0, 200) }
}

function renamed(ref: RepositoryRef, fullName: string): RepositoryRef {
  return 'url' in ref ? ref : { ...ref, fullName }
}
