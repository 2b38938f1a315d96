/** Parsing rules of one engine's SQL, and what to do with each statement; pure. */

/** First tokens of a statement: words in capitals, `'text` and `"name` without their end, punctuation unchanged. */
export type Tokens = readonly string[]

export type Verdict =
  | { readonly do: 'keep' }
  /** Skipped and counted: statements that only make sense on the source server, such as owners. */
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
  /** Applies to every quoted string, not only after E. */
  readonly backslashEscapes: boolean
  readonly backtickNames: boolean
  readonly dollarQuotes: boolean
  /** `/*! … * /` is text that runs. */
  readonly runsComments: boolean
  readonly hasDelimiterCommand: boolean
  /** Statements don't end inside brackets. */
  readonly countsBrackets: boolean
  /** First words of statements that must be seen as a whole. */
  readonly longStatements: ReadonlySet<string>
  judge(tokens: Tokens): Verdict
  /** Evaluates two consecutive words anywhere in a statement. */
  judgePair(before: string, word: string): string | null
}
