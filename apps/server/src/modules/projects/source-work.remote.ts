/** Dependencies of reading repositories, and the mapping of its failures. */
import { type GitSource, SourceError, type SourceErrorCode } from '@longshore/source/git'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ProblemDefinition } from '../../platform/errors/problem.ts'
import type { Limit } from '../../platform/limits/limit-concurrency.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { gitProviderProblems } from '../git-providers/index.ts'
import type { Sources } from '../git-providers/worker.ts'
import { analysisProblems } from './analyses.problems.ts'

export interface SourceWork {
  database: Database
  unsealer: Unsealer
  sources: Sources
  git: GitSource
  /** Concurrent analysis runs in all workers together. */
  atOnce: number
  /** Limit for calls in this worker. */
  callLimit: Limit
}

/** Every error code of the source has its problem; `cancelled` never gets here. */
const sourceProblems: Record<Exclude<SourceErrorCode, 'cancelled'>, ProblemDefinition> = {
  ...analysisProblems,
  repository_not_found: gitProviderProblems.repository_not_found,
}

/** Converts source failures to problems of this module; a failure after a fired signal becomes the signal's reason. */
export async function explainErrors<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    const lookUp = nameProblem(error)
    if (lookUp !== undefined) throw new AppError(lookUp, undefined, { cause: error })
    if (!(error instanceof SourceError)) throw error
    if (error.code === 'cancelled') throw new Error('reading was canceled without a request', { cause: error })
    throw new AppError(sourceProblems[error.code], error.message, { hint: error.hint, cause: error })
  }
}

/** An unknown hostname is a mistake; a failed lookup is worth a retry. */
function nameProblem(error: unknown): ProblemDefinition | undefined {
  const failed = causesOf(error).find((each) => each instanceof OutboundError && each.failure === 'dns_failed')
  if (failed === undefined) return undefined
  const { cause: reason } = failed
  const isUnknown = reason instanceof Error && 'code' in reason && reason.code === 'ENOTFOUND'
  return isUnknown ? analysisProblems.host_unknown : analysisProblems.host_unreachable
}

/** Providers and git each wrap it in their own error. */
function causesOf(error: unknown, depth = 5): Error[] {
  return error instanceof Error && depth > 0 ? [error, ...causesOf(error.cause, depth - 1)] : []
}
