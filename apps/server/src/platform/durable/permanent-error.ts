/** Errors that make retrying pointless, and the part of any error that a run stores. */
import { AppError } from '../errors/app-error.ts'

/** Output of a failed program; the code that creates the error redacts it. */
export interface ErrorDetails {
  exitCode?: number
  logTail?: string
  /** Name of the program, if the error concerns one of several. */
  program?: string
  /** Sockets on which the program listened, such as `127.0.0.1:3000`. */
  listening?: readonly string[]
}

/** `message` and `hint` are shown to users; `cause` is for the operator. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
  readonly code: string
  readonly hint: string | undefined
  readonly details: ErrorDetails | undefined

  constructor(code: string, message: string, options: { hint?: string; details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.hint = options.hint
    this.details = options.details
  }
}

export interface RunError {
  code: string
  message: string
  hint?: string
  step?: string
  details?: ErrorDetails
  /** Text of an unexpected error; never shown to users. */
  cause?: string
  /** Steps whose undo failed for good; they may have left something behind. */
  notUndone?: string[]
}

const maxTextLength = 2_000
const maxTailLength = 8_000

export function isPermanent(error: unknown): boolean {
  return error instanceof PermanentError || (error instanceof AppError && error.problem.status < 500)
}

export function describeError(error: unknown, step: string): RunError {
  if (error instanceof PermanentError) {
    const details = error.details === undefined ? {} : { details: cutDetails(error.details) }
    const hint = optional('hint', error.hint)
    return { code: error.code, message: cut(error.message), step, ...hint, ...details, ...causeOf(error) }
  }
  if (error instanceof AppError) {
    return { code: error.problem.code, message: cut(error.message), hint: error.hint, step, ...causeOf(error) }
  }
  const text = error instanceof Error ? error.message : String(error)
  return {
    code: 'step_failed',
    message: `The step ${step} failed, also when it was tried again.`,
    hint: "Try again. If this keeps happening, give the run's ID to the operator of this instance.",
    step,
    cause: cut(text),
  }
}

function causeOf(error: Error): { cause?: string } {
  return error.cause instanceof Error ? { cause: cut(error.cause.message) } : {}
}

function optional(name: 'hint', value: string | undefined): { hint?: string } {
  return value === undefined ? {} : { [name]: cut(value) }
}

function cut(text: string): string {
  return text.slice(0, maxTextLength)
}

function cutDetails({ logTail, ...details }: ErrorDetails): ErrorDetails {
  return logTail === undefined ? details : { ...details, logTail: logTail.slice(-maxTailLength) }
}
