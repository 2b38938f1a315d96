/** The public description of a failed run: the error's own texts, or those of a table for errors without texts. */
import type { RemedyAction } from '../errors/remedies.policy.ts'
import type { ErrorDetails, RunError } from './permanent-error.ts'

/** Texts for one error code. */
export interface FailureTexts {
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
  readonly known: Readonly<Record<string, FailureTexts>>
  /** Texts for codes that aren't in the table. */
  readonly unknown: FailureTexts
}

/** `step`: the run's current step, used if the error doesn't name one. */
export function toRunFailure(
  error: RunError | null,
  { known, unknown }: FailureTable,
  step: string | null = null,
): RunFailure {
  const { code, message, hint, details, notUndone = [] } = error ?? { code: 'step_failed', message: '' }
  const text = Object.hasOwn(known, code) ? (known[code] ?? unknown) : unknown
  const left = notUndone.length === 0 ? '' : ` Not undone: ${notUndone.join(', ')}.`
  return {
    code,
    title: text.title,
    detail: `${message === '' ? text.cause : message}${left}`,
    hint: hint ?? text.hint,
    step: error?.step ?? step,
    ...(details?.exitCode === undefined ? {} : { exitCode: details.exitCode }),
    ...(details?.logTail === undefined ? {} : { logTail: details.logTail }),
  }
}
