/** Why a file is not brought into a database. Nothing of its content is repeated: it is other people's data. */
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
  /** A word of ours about what was found, such as `\!`. */
  readonly what: string

  constructor(refusal: SqlRefusal, { line, what }: { line: number; what: string }) {
    super(`Line ${line}: ${what}`)
    this.refusal = refusal
    this.line = line
    this.what = what
  }
}
