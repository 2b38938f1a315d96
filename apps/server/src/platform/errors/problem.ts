/** Errors as data: each module declares its own table, which feeds the docs and the HTTP responses. */
import type { RemedyAction } from './remedies.policy.ts'

export interface ProblemDefinition {
  /** Stable; part of the API. */
  readonly code: string
  readonly status: number
  readonly title: string
  /** One sentence with the cause, used if the code that throws has nothing more specific. */
  readonly detail: string
  /** One sentence with the remedy. */
  readonly hint: string
  /**
   * The action that resolves the error, for programs. The hint describes the same to people, without naming an
   * endpoint.
   */
  readonly remedy?: RemedyAction
}

type Table = Record<string, Omit<ProblemDefinition, 'code'>>

export function defineProblems<const T extends Table>(table: T): { readonly [Code in keyof T]: ProblemDefinition } {
  const entries = Object.entries(table).map(([code, rest]) => [code, { code, ...rest }])
  return Object.fromEntries(entries)
}
