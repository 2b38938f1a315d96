/** The states of an analysis and of its project; pure. */
import type { AnalysisStatus } from './analyses.schemas.ts'
import type { ProjectStatus } from './projects.schemas.ts'

/** Descriptions of the states, used to generate the reference page. */
export const analysisStatusDescriptions: Record<AnalysisStatus, string> = {
  queued: 'Queued. Waiting for a worker.',
  fetching:
    "Longshore looks up and fetches the commit. Organizations take turns. If the Git provider doesn't respond, Longshore retries for about half a minute.",
  scanning: 'Longshore reads the fetched files in a process without network, other files, or credentials.',
  completed: 'The report is available.',
  failed: "There's no report. `error` shows the cause and what to do. Start another with retry-analysis.",
  cancelled: 'The project was deleted in the meantime.',
}

export const projectStatusDescriptions: Record<ProjectStatus, string> = {
  analyzing: 'The first analysis, or one after a failure, is running.',
  analyzed: 'The latest analysis has a report, so you can finalize the project.',
  analysis_failed: 'The latest analysis has no report.',
  active: 'The project was finalized and has environments, regardless of later analyses.',
}

/** Lifecycle of an analysis. Back to `fetching`: the worker died, and another one started over. */
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

/** Returns the states from which this one can be entered. */
export function statesBefore(status: AnalysisStatus): AnalysisStatus[] {
  const all: AnalysisStatus[] = ['queued', 'fetching', 'scanning']
  return all.filter((each) => [...next[each]].some((following) => following === status))
}

export function projectStatus(isFinalized: boolean, newest: AnalysisStatus | null): ProjectStatus {
  if (isFinalized) return 'active'
  if (newest === null || newest === 'failed' || newest === 'cancelled') return 'analysis_failed'
  return newest === 'completed' ? 'analyzed' : 'analyzing'
}
