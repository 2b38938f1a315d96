/** What is known so far. The analysis is a row of stages; each takes the findings and gives back better ones. */
import type { AppWarning } from './app.ts'
import type { Draft } from './draft.ts'
import type { Workspace } from './languages/language.ts'
import type { Report } from './report.schemas.ts'
import type { Repository } from './repository.ts'

export interface Findings {
  readonly drafts: readonly Draft[]
  readonly databases: Report['databases']
  readonly variables: Report['variables']
  readonly warnings: readonly AppWarning[]
  readonly workspaces: readonly Workspace[]
  readonly configuration: Report['configuration']
}

export interface Scope {
  readonly repository: Repository
  /** Only services at or below this folder are wanted; `.` is everything. Files above may be read (lockfiles, workspaces). */
  readonly rootDirectory: string
}

/** Never throws on what a repository contains: a file that cannot be understood is noted with `repository.noteUnreadable`. */
export type Stage = (scope: Scope, findings: Findings) => Promise<Findings>

export const nothingFound: Findings = {
  drafts: [],
  databases: [],
  variables: [],
  warnings: [],
  workspaces: [],
  configuration: null,
}
