/** Errors of calls: problems from the server, and connection errors. */
import type { Problem, ProblemCode } from './types.generated.ts'

export interface FieldError {
  /** JSON pointer (RFC 6901) into the request body. */
  pointer: string
  code: string
  message: string
}

/** Codes that this SDK knows. A newer server may have others. */
export type KnownCode = ProblemCode | 'unexpected_answer'

/** The server's response to a failed request. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** Stable code for programs. */
  readonly code: KnownCode | (string & {})
  readonly title: string
  /** The next step as text for people. */
  readonly hint: string
  /** The next step as data for programs. */
  readonly remedy: Problem['remedy'] | undefined
  /** Invalid fields of the request body. */
  readonly errors: readonly FieldError[]
  /** Helps the operator of the instance find the request. */
  readonly traceId: string
  /** The complete problem, including fields that only some problems have. */
  readonly body: Readonly<Record<string, unknown>>
  /** How long the server asks the client to wait. */
  readonly retryAfterMs: number | undefined

  constructor(problem: Partial<Problem>, options: { status: number; retryAfterMs?: number | undefined }) {
    super(problem.detail ?? problem.title ?? `The server responded with ${options.status}.`)
    this.status = options.status
    this.code = problem.code ?? 'unexpected_answer'
    this.title = problem.title ?? 'Unexpected answer'
    this.hint = problem.hint ?? 'Check that the URL is a Longshore instance.'
    this.remedy = problem.remedy
    this.errors = problem.errors ?? []
    this.traceId = problem.traceId ?? ''
    this.body = { ...problem }
    this.retryAfterMs = options.retryAfterMs
  }
}

/** There was no complete response. Unless the request had a key, it is unknown whether it took effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Type guard, for example `isProblem(error, 'not_found')`. Without codes, it accepts any problem. */
export function isProblem(error: unknown, ...codes: KnownCode[]): error is ProblemError {
  if (!(error instanceof ProblemError)) return false
  return codes.length === 0 || codes.some((code) => code === error.code)
}

/** Reads the whole response. */
export async function toProblem(response: Response): Promise<ProblemError> {
  const text = await response.text().catch(() => '')
  const options = { status: response.status, retryAfterMs: readRetryAfter(response.headers) }
  return new ProblemError(parseProblem(text), options)
}

/** Parses seconds or a date. */
export function readRetryAfter(headers: Headers, nowMs: number = Date.now()): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** A proxy may have sent any response. */
function parseProblem(text: string): Partial<Problem> {
  try {
    const value: Partial<Problem> | null = JSON.parse(text)
    return typeof value === 'object' && value !== null && typeof value.code === 'string' ? value : {}
  } catch {
    return {}
  }
}
