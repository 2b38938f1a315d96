/** How the text of one engine is read, and what is done with each statement; pure. */

/** Words in capitals, `'text` and `"name` without their end, punctuation as it is. The first of a statement. */
export type Tokens = readonly string[]

export type Verdict =
  | { readonly do: 'keep' }
  /** Left out and counted: what only makes sense where the file came from, such as owners. */
  | { readonly do: 'leave-out'; readonly kind: string }
  | {
      readonly do: 'refuse'
      readonly refusal: 'program_or_file' | 'other_database' | 'unsafe_setting' | 'client_command'
      readonly what: string
    }
  /** Lines of data follow. */
  | { readonly do: 'take-data' }

export interface SqlDialect {
  readonly name: 'postgres' | 'mariadb'
  readonly commentsNest: boolean
  /** Two dashes begin a comment only before a space. */
  readonly dashesNeedSpace: boolean
  readonly hashComments: boolean
  /** In every quote, not only after E. */
  readonly backslashEscapes: boolean
  readonly backtickNames: boolean
  readonly dollarQuotes: boolean
  /** `/*! … * /` is text that runs. */
  readonly runsComments: boolean
  readonly hasDelimiterCommand: boolean
  /** Nothing ends inside of brackets. */
  readonly countsBrackets: boolean
  /** Words of which the whole statement must be seen, by its first word. */
  readonly longStatements: ReadonlySet<string>
  judge(tokens: Tokens): Verdict
  /** Two words that follow each other anywhere in a statement. */
  judgePair(before: string, word: string): string | null
}
