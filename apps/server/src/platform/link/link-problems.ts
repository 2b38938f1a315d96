/** Serializes worker errors for the wire, and converts them back to `AppError` in the API. */
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { defineProblems } from '../errors/problem.ts'
import { isRemedyAction } from '../errors/remedies.policy.ts'
import type { Redactor } from '../secrets/redactor.ts'
import type { TokenRefusal } from './token.ts'

export const linkProblems = defineProblems({
  worker_timeout: {
    status: 504,
    title: "The worker didn't respond in time",
    detail: 'The operation took longer than allowed.',
    hint: 'Try again. If this keeps happening, check the remote system the operation talks to.',
  },
  link_refused: {
    status: 503,
    title: 'The worker rejected the call',
    detail: "The worker didn't accept the API's call.",
    hint: 'Run the API and the worker with the same version and the same LINK_KEY.',
  },
})

const Problem = z.object({
  code: z.string(),
  status: z.int().min(400).max(599),
  title: z.string(),
  detail: z.string(),
  problemHint: z.string(),
  message: z.string(),
  hint: z.string(),
  remedy: z.string().optional(),
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
  extra: z.record(z.string(), z.unknown()),
})
export type WireProblem = z.infer<typeof Problem>

/** A refusal happens before anything ran, so the API can retry on a fresh connection. */
export class RefusedError extends AppError {
  readonly refusal: TokenRefusal | 'unknown_call' | 'invalid_arguments' | 'unsealable'

  constructor(refusal: RefusedError['refusal'], cause?: unknown) {
    super(linkProblems.link_refused, undefined, { retryAfterSeconds: 5, extra: { refusal }, cause })
    this.refusal = refusal
  }
}

export function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): AppError {
  return new AppError(platformProblems.unavailable, message, { retryAfterSeconds, cause })
}

/** Anything but an AppError is a bug and reveals nothing to the caller. Secrets of the call are redacted. */
export function toWireProblem(error: unknown, redactor: Redactor): WireProblem {
  const known = error instanceof AppError ? error : new AppError(platformProblems.internal_error)
  const { code, status, title, detail, hint, remedy } = known.problem
  const wire: WireProblem = {
    code,
    status,
    title,
    detail,
    problemHint: hint,
    message: known.message,
    hint: known.hint,
    remedy,
    errors: known.errors,
    retryAfterSeconds: known.retryAfterSeconds,
    extra: known.extra,
  }
  return Problem.parse(masked(JSON.parse(JSON.stringify(wire)), redactor))
}

/** Redacts an error for the log, because it may quote the call's arguments. */
export function maskedError(error: unknown, redactor: Redactor, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactor.text(String(error)) }
  const { name, message, stack = '', cause } = error
  const own = { type: name, message: redactor.text(message), stack: redactor.text(stack) }
  return cause === undefined || depth > 3 ? own : { ...own, cause: maskedError(cause, redactor, depth + 1) }
}

export function fromWireProblem(content: Buffer): AppError {
  const wire = Problem.safeParse(parseJson(content)).data
  if (wire === undefined) return unavailable('The worker’s answer could not be read.', 5)
  const { code, status, title, detail, problemHint, message, hint, remedy, errors, retryAfterSeconds, extra } = wire
  const { refusal } = extra
  if (code === linkProblems.link_refused.code && isRefusal(refusal)) return new RefusedError(refusal)
  const known = remedy !== undefined && isRemedyAction(remedy) ? { remedy } : {}
  return new AppError({ code, status, title, detail, hint: problemHint, ...known }, message, {
    hint,
    extra,
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

/** Redacts each string: redacting the JSON as a whole could remove a quotation mark. */
function masked(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value)
  if (Array.isArray(value)) return value.map((each) => masked(each, redactor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, redactor)]))
}

const refusals: ReadonlySet<unknown> = new Set<RefusedError['refusal']>([
  'forged', 'other_boot', 'other_call', 'expired', 'replayed', 'other_arguments', 'unknown_call', 'invalid_arguments', 'unsealable',
]) // biome-ignore format: one list

function isRefusal(value: unknown): value is RefusedError['refusal'] {
  return refusals.has(value)
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}
