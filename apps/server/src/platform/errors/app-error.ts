/**
 * The only error type that reaches a caller. `message` is the public text: it names what the caller sent and what is
 * wrong with it. `cause` is for the log only.
 */
import type { LimitState } from '../limits/persistent-limit.ts'
import { platformProblems } from './platform-problems.ts'
import type { ProblemDefinition } from './problem.ts'

export interface FieldError {
  pointer: string
  code: string
  message: string
}

export interface AppErrorOptions {
  hint?: string
  errors?: FieldError[]
  retryAfterSeconds?: number
  /** The exceeded limit, for the RateLimit headers. */
  limit?: LimitState
  /** Additional public members of the problem body, such as `mfaToken`. */
  extra?: Record<string, unknown>
  cause?: unknown
}

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly problem: ProblemDefinition
  readonly hint: string
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly limit: LimitState | undefined
  readonly extra: Record<string, unknown>

  constructor(problem: ProblemDefinition, message?: string, options: AppErrorOptions = {}) {
    super(message ?? problem.detail, { cause: options.cause })
    this.problem = problem
    this.hint = options.hint ?? problem.hint
    this.errors = options.errors
    this.retryAfterSeconds = options.retryAfterSeconds ?? options.limit?.resetSeconds
    this.limit = options.limit
    this.extra = options.extra ?? {}
  }
}

/** Returns the same bytes whether the resource doesn't exist or belongs to another organization. */
export function notFound(): AppError {
  return new AppError(platformProblems.not_found)
}

export function invalid(pointer: string, code: string, message: string): AppError {
  return new AppError(platformProblems.validation_failed, undefined, { errors: [{ pointer, code, message }] })
}
