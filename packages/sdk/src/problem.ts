/** How calls fail: the server says what is wrong, or it cannot be reached. */
import type { Problem, ProblemCode } from './types.generated.ts'

export interface FieldError {
  /** RFC 6901, into the body that was sent. */
  pointer: string
  code: string
  message: string
}

/** Codes that this SDK knows; a newer server may have others. */
export type KnownCode = ProblemCode | 'unexpected_answer'

/** The server's answer to a request that did not succeed. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** Stable: decide by this. */
  readonly code: KnownCode | (string & {})
  readonly title: string
  /** What to do about it, for people. */
  readonly hint: string
  /** What can be done about it, for programs. */
  readonly remedy: Problem['remedy'] | undefined
  /** Which fields of the body are wrong. */
  readonly errors: readonly FieldError[]
  /** For the operator of the instance, to find the request. */
  readonly traceId: string
  /** As it came, with fields that only some problems have. */
  readonly body: Readonly<Record<string, unknown>>
  /** How long the server asks to wait. */
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

/** No answer came, or it broke off. Whether the request had an effect is not known, unless it carried a key. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** `isProblem(error, 'not_found')`: also tells TypeScript. Without codes: any problem. */
export function isProblem(error: unknown, ...codes: KnownCode[]): error is ProblemError {
  if (!(error instanceof ProblemError)) return false
  return codes.length === 0 || codes.some((code) => code === error.code)
}

/** Reads the answer to the end. */
export async function toProblem(response: Response): Promise<ProblemError> {
  const text = await response.text().catch(() => '')
  const options = { status: response.status, retryAfterMs: readRetryAfter(response.headers) }
  return new ProblemError(parseProblem(text), options)
}

/** Seconds, or a date. */
export function readRetryAfter(headers: Headers, nowMs: number = Date.now()): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** A proxy in between may answer with anything. */
function parseProblem(text: string): Partial<Problem> {
  try {
    const value: Partial<Problem> | null = JSON.parse(text)
    return typeof value === 'object' && value !== null && typeof value.code === 'string' ? value : {}
  } catch {
    return {}
  }
}
