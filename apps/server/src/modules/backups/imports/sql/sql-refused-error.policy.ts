/** Reasons why a file isn't imported. Nothing of its content is quoted, because it is user data. */
export type SqlRefusal =
  | 'client_command'
  | 'program_or_file'
  | 'other_database'
  | 'unsafe_setting'
  | 'statement_too_large'
  | 'too_many_statements'
  | 'ends_in_the_middle'

export class SqlRefusedError extends Error {
  override readonly name = 'SqlRefusedError'
  readonly refusal: SqlRefusal
  readonly line: number
  /** Our own term for what was found, such as `\!`. */
  readonly what: string

  constructor(refusal: SqlRefusal, { line, what }: { line: number; what: string }) {
    super(`Line ${line}: ${what}`)
    this.refusal = refusal
    this.line = line
    this.what = what
  }
}
