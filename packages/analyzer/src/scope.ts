import type { Repository } from './repository.ts'

export interface Scope {
  readonly repository: Repository
  /** Only apps at or below this folder are wanted; `.` is everything. Files above may be read (lockfiles, workspaces). */
  readonly rootDirectory: string
}
