/** Failure codes of imports, with their remedies. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { restoreFailures } from '../restores/restore-failures.problems.ts'

export type ImportFailure = Extract<keyof typeof restoreFailures, `import_${string}`>

/** `what` is appended to the text of the cause. */
export function importFailure(code: ImportFailure, what: string, cause?: unknown): PermanentError {
  const failure = restoreFailures[code]
  return new PermanentError(code, `${failure.cause} ${what}`.trim(), { hint: failure.hint, cause })
}
