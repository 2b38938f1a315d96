/** Converts any thrown value to an `application/problem+json` body. Unknown errors reveal only a trace id. */
import { AppError, type FieldError, notFound } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { type Remedy, remedyFor } from '../errors/remedies.policy.ts'
import { pageLinks } from '../links/page-links.policy.ts'
import { validationSentence } from './validation-sentence.ts'
import { codeOf, messageOf, type ValidationIssue } from './validation-text.ts'

export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  hint: string
  remedy?: Remedy
  traceId: string
  errors?: FieldError[]
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return new AppError(platformProblems.internal_error, undefined, { cause: error })
  if (isValidationError(error)) return fromValidation(error)
  const known = 'code' in error && typeof error.code === 'string' ? byErrorCode(error.code) : undefined
  if (known === undefined && isBrokenConnection(error))
    return new AppError(platformProblems.unavailable, undefined, { cause: error, retryAfterSeconds: 5 })
  const refused = 'statusCode' in error ? byRefusal(error.statusCode) : undefined
  return (
    known ??
    refused ??
    byMessage(error.message) ??
    new AppError(platformProblems.internal_error, undefined, { cause: error })
  )
}

export function problemBody(error: AppError, instance: string, traceId: string): ProblemBody {
  return {
    type: pageLinks.failure(error.problem.code).path,
    title: error.problem.title,
    status: error.problem.status,
    detail: detailOf(error),
    instance,
    code: error.problem.code,
    hint: error.hint,
    ...(error.problem.remedy === undefined ? {} : { remedy: remedyFor(error.problem.remedy, instance) }),
    traceId,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...error.extra,
  }
}

/** Describes a list of field errors without a message by its entries. */
function detailOf({ message, problem, errors = [] }: AppError): string {
  return message === problem.detail && errors.length > 0 ? validationSentence(errors) : message
}

function byErrorCode(code: string): AppError | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError(platformProblems.body_too_large)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(platformProblems.unsupported_media_type)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    // PostgreSQL: a character that can't be stored, such as NUL from a URL.
    case '22021':
    case '22P05':
      return new AppError(platformProblems.malformed_request)
    case 'FST_ERR_NOT_FOUND':
      return notFound()
    default:
      return isConnectionError(code) ? unavailable() : undefined
  }
}

/** The database driver sets no code for errors that it detects itself, such as a busy pool. */
function byMessage(message: string): AppError | undefined {
  const isLost = /^(timeout exceeded when trying to connect|Connection terminated|Client .* is not queryable$)/
  return isLost.test(message) ? unavailable() : undefined
}

function unavailable(): AppError {
  return new AppError(platformProblems.unavailable, undefined, { retryAfterSeconds: 5 })
}

/** Errors of Fastify or one of its plugins about a request. */
function byRefusal(status: unknown): AppError | undefined {
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  return status === 403 || status === 404 ? notFound() : new AppError(platformProblems.malformed_request)
}

/** PostgreSQL is down, restarting, out of connections, or the socket to it is closed. */
function isConnectionError(code: string): boolean {
  return (
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'ENOENT',
      'EPIPE',
      'ETIMEDOUT',
      '57P01',
      '57P02',
      '57P03',
      '53300',
      '40001',
      '40P01',
      '57014',
    ].includes(code) || code.startsWith('08')
  )
}

/** Driver errors without a code: a connection lost in use, or none available in time. */
function isBrokenConnection(error: Error): boolean {
  return /^(Connection terminated|timeout ex|Query read timeout|Client (has encountered a connection error|was closed))/.test(
    error.message,
  )
}

interface ValidationEntry extends ValidationIssue {
  instancePath: string
  params: ValidationIssue['params'] & { keys?: string[]; errors?: Issue[][] }
}
/** A zod issue, for each member of a union. */
interface Issue {
  code: string
  path: PropertyKey[]
  message: string
  keys?: string[]
  errors?: Issue[][]
}
type ValidationError = Error & { validation: ValidationEntry[]; validationContext?: string }

function isValidationError(error: Error): error is ValidationError {
  return 'validation' in error && Array.isArray(error.validation)
}

function fromValidation(error: ValidationError): AppError {
  // A malformed id gets the same response as an unknown one.
  if (error.validationContext === 'params') return notFound()
  const prefix = error.validationContext === 'body' ? [] : [error.validationContext ?? 'request']
  const errors = error.validation.slice(0, 50).flatMap((entry) => fieldErrors(entry, prefix))
  const hasUnknown = errors.some((entry) => entry.code === 'unknown_field')
  return new AppError(hasUnknown ? platformProblems.unknown_field : platformProblems.validation_failed, undefined, {
    errors,
  })
}

function fieldErrors(entry: ValidationEntry, prefix: readonly string[]): FieldError[] {
  const path = [...prefix, ...entry.instancePath.split('/').filter((part) => part !== '')]
  const meant = entry.keyword === 'invalid_union' ? closestAlternative(entry.params.errors ?? []) : undefined
  if (meant !== undefined) return meant.flatMap((issue) => fieldErrors(toEntry(issue), path))
  if (entry.keyword !== 'unrecognized_keys') {
    return [{ pointer: pointer(path), code: codeOf(entry), message: messageOf(entry) }]
  }
  const keys = (entry.params.keys ?? []).slice(0, 20)
  return keys.map((key) => ({
    pointer: pointer([...path, key]),
    code: 'unknown_field',
    message: "isn't a known field",
  }))
}

/** The sender probably meant the union member that knows most of the fields; "none of them matches" would not help. */
function closestAlternative(alternatives: readonly Issue[][]): Issue[] | undefined {
  const strangers = (issues: Issue[]) => issues.reduce((sum, issue) => sum + (issue.keys?.length ?? 0), 0)
  const [best] = [...alternatives].sort((a, b) => strangers(a) - strangers(b) || a.length - b.length)
  // Alternatives for a single value, such as an IP address or a network, have no fields to compare.
  return best?.some((issue) => issue.path.length > 0 || issue.keys !== undefined) === true ? best : undefined
}

function toEntry({ code, path, message, ...params }: Issue): ValidationEntry {
  return { keyword: code, instancePath: path.map(String).join('/'), message, params }
}

/** Formats a JSON pointer (RFC 6901). */
function pointer(path: readonly string[]): string {
  return path.map((part) => `/${part.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
