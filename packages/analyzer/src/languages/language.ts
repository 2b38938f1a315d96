import type { App } from '../app.ts'
import type { Source } from '../claim.ts'
import type { Folder } from '../folder.ts'

export interface Language {
  /** Name in the report: `node`, `python`, `go` … */
  readonly name: string
  /** File names that make a folder a candidate, as regular expressions for the last part of a path. */
  readonly manifests: readonly RegExp[]
  /** Detects the app in this folder; null if the folder isn't one (a library, a tool's configuration, a test). */
  detect(folder: Folder, workspace: Workspace | null): Promise<App | null>
  /** Called if the repository has no certain app: returns a program without start instructions. */
  guess?(folder: Folder, workspace: Workspace | null): Promise<App | null>
}

/** The monorepo that contains a folder: the location of its lockfile, and its members. */
export interface Workspace {
  /** Path from the repository root. */
  readonly root: string
  /** The name of the Language that it belongs to. A detector gets only its own. */
  readonly language: string
  /** `pnpm`, `yarn`, `npm`, `bun`, `cargo`, `go` … */
  readonly tool: string
  /** Additional tools: `turbo`, `nx`, `lerna`. */
  readonly runners: readonly string[]
  /** Package name → its folder from the repository root. */
  readonly members: ReadonlyMap<string, string>
  /** Folders of the members. */
  readonly folders: ReadonlySet<string>
  readonly sources: readonly Source[]
}
