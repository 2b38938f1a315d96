/** What people are told of a run that failed: the words of the error itself, and where it brings none those of a table. */
import type { RemedyAction } from '../errors/remedies.policy.ts'
import type { ErrorDetails, RunError } from './permanent-error.ts'

/** For one code. */
export interface FailureWords {
  readonly title: string
  readonly cause: string
  readonly hint: string
  readonly remedy?: RemedyAction
}

export interface RunFailure extends Pick<ErrorDetails, 'exitCode' | 'logTail'> {
  code: string
  title: string
  detail: string
  hint: string
  step: string | null
}

export interface FailureTable {
  readonly known: Readonly<Record<string, FailureWords>>
  /** Of a code that is not in it. */
  readonly unknown: FailureWords
}

/** `step`: where the run stood, if the error does not say it. */
export function toRunFailure(
  error: RunError | null,
  { known, unknown }: FailureTable,
  step: string | null = null,
): RunFailure {
  const { code, message, hint, details, notUndone = [] } = error ?? { code: 'step_failed', message: '' }
  const words = Object.hasOwn(known, code) ? (known[code] ?? unknown) : unknown
  const left = notUndone.length === 0 ? '' : ` Not undone: ${notUndone.join(', ')}.`
  return {
    code,
    title: words.title,
    detail: `${message === '' ? words.cause : message}${left}`,
    hint: hint ?? words.hint,
    step: error?.step ?? step,
    ...(details?.exitCode === undefined ? {} : { exitCode: details.exitCode }),
    ...(details?.logTail === undefined ? {} : { logTail: details.logTail }),
  }
}
