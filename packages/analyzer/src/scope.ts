import type { Repository } from './repository.ts'

export interface Scope {
  readonly repository: Repository
  /** Only apps at or below this folder; `.` is everything. Files above it can be read (lockfiles, workspaces). */
  readonly rootDirectory: string
}
