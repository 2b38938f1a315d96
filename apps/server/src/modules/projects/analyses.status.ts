/** The states of an analysis and of the project that it belongs to; pure. */
import type { AnalysisStatus } from './analyses.schemas.ts'
import type { ProjectStatus } from './projects.schemas.ts'

/** What each state means; the reference page is made of it. */
export const analysisStatusMeanings: Record<AnalysisStatus, string> = {
  queued: 'Asked for; it waits for a worker.',
  fetching:
    'The commit is looked up, and fetched when it is its turn; organisations take turns. A Git host that does not answer is tried again for about half a minute.',
  scanning: 'What was fetched is read, in a process without network, files and credentials.',
  completed: 'The report is there.',
  failed: 'There is no report; `error` says why and what to do. Ask for another with retry-analysis.',
  cancelled: 'The project was deleted meanwhile.',
}

export const projectStatusMeanings: Record<ProjectStatus, string> = {
  analyzing: 'The first analysis, or one after a failure, is under way.',
  analyzed: 'The newest analysis has a report: the project can be finalized.',
  analysis_failed: 'The newest analysis has no report.',
  active: 'It was finalized: it has environments, whatever later analyses say.',
}

/** The whole life of an analysis at a glance. Back to `fetching`: the worker that was reading died, and another began anew. */
export const next = {
  queued: ['fetching', 'scanning', 'failed', 'cancelled'],
  fetching: ['scanning', 'failed', 'cancelled'],
  scanning: ['fetching', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<AnalysisStatus, readonly AnalysisStatus[]>

export function isFinished(status: AnalysisStatus): boolean {
  return next[status].length === 0
}

/** The states from which one can be entered. */
export function statesBefore(status: AnalysisStatus): AnalysisStatus[] {
  const all: AnalysisStatus[] = ['queued', 'fetching', 'scanning']
  return all.filter((each) => [...next[each]].some((following) => following === status))
}

export function projectStatus(isFinalized: boolean, newest: AnalysisStatus | null): ProjectStatus {
  if (isFinalized) return 'active'
  if (newest === null || newest === 'failed' || newest === 'cancelled') return 'analysis_failed'
  return newest === 'completed' ? 'analyzed' : 'analyzing'
}
