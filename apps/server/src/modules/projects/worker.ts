import type { GitSource } from '@longshore/source/git'
import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { limitConcurrency } from '../../platform/limits/limit-concurrency.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { Sources } from '../git-providers/worker.ts'
import { analysisProblems } from './analyses.problems.ts'
import { createAnalyzeRepoCall } from './calls/analyze-repo.call.ts'
import { createComposeFileCalls } from './calls/compose-file.call.ts'
import { createAnalyzeProject } from './workflow/analyze.workflow.ts'
import { createRemoveProject } from './workflow/remove.workflow.ts'

export { explainErrors } from './source-work.remote.ts'
export { suggestServices } from './suggested-services.policy.ts'
export { loadProject } from './workflow/analysis-run.context.ts'

export interface ProjectsWorkerOptions {
  database: Database
  unsealer: Unsealer
  sources: Sources
  git: GitSource
  /** Number of concurrent analyses. */
  atOnce: number
}

export interface ProjectsWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
}

/** Callers wait for the response, so a longer queue would only time out. */
const maxWaitingCalls = 8

export function createProjectsWorker(options: ProjectsWorkerOptions): ProjectsWorker {
  const onFull = () => new AppError(analysisProblems.source_busy, undefined, { retryAfterSeconds: 30 })
  const work = { ...options, callLimit: limitConcurrency(options.atOnce, { max: maxWaitingCalls, onFull }) }
  return {
    workflows: [createAnalyzeProject(work), createRemoveProject()],
    calls: [createAnalyzeRepoCall(work), ...createComposeFileCalls(work)],
  }
}
