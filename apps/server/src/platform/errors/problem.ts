/** What can go wrong, as data: each module declares its own table, and the tables make the docs and the HTTP answers. */
import type { RemedyAction } from './remedies.policy.ts'

export interface ProblemDefinition {
  /** Stable: part of the API. */
  readonly code: string
  readonly status: number
  readonly title: string
  /** One sentence of cause, used when the thrower has nothing more exact to say. */
  readonly detail: string
  /** One sentence of remedy. */
  readonly hint: string
  /** What can be done about it, for programs. The hint says the same to people, without naming a call. */
  readonly remedy?: RemedyAction
}

type Table = Record<string, Omit<ProblemDefinition, 'code'>>

export function defineProblems<const T extends Table>(table: T): { readonly [Code in keyof T]: ProblemDefinition } {
  const entries = Object.entries(table).map(([code, rest]) => [code, { code, ...rest }])
  return Object.fromEntries(entries)
}
