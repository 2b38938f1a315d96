/** Converts client failures to API problems. */
import { AppError } from '../../platform/errors/app-error.ts'
import type { ProblemDefinition } from '../../platform/errors/problem.ts'
import { fromOutbound, ProviderError, type ProviderFailure } from './clients/provider-error.client.ts'
import { gitProviderProblems } from './git-providers.problems.ts'
import type { ProviderProblem } from './git-providers.schemas.ts'

const problemOf: Record<ProviderFailure, ProblemDefinition> = {
  unauthorized: gitProviderProblems.provider_token_invalid,
  forbidden: gitProviderProblems.provider_forbidden,
  not_found: gitProviderProblems.repository_not_found,
  rate_limited: gitProviderProblems.provider_rate_limited,
  unavailable: gitProviderProblems.provider_unavailable,
  unreadable: gitProviderProblems.provider_unreadable,
  refused_request: gitProviderProblems.provider_request_refused,
  address_refused: gitProviderProblems.provider_address_refused,
}
const standardWaitSeconds = 10

/** Returns anything but a provider failure unchanged. */
export function toProblem(error: unknown, replaced: Partial<Record<ProviderFailure, ProblemDefinition>> = {}): unknown {
  const known = fromOutbound(error)
  if (!(known instanceof ProviderError)) return error
  const problem = replaced[known.failure] ?? problemOf[known.failure]
  const wait = problem.status === 503 ? { retryAfterSeconds: known.retryAfterSeconds ?? standardWaitSeconds } : {}
  return new AppError(problem, known.message, { cause: known, ...wait })
}

/** Converts a problem to its stored form. */
export function storedProblem(definition: ProblemDefinition): ProviderProblem {
  const { code, title, detail, hint } = definition
  return { code, title, detail, hint }
}
