import type { App } from '../app.ts'
import type { Source } from '../claim.ts'
import type { Folder } from '../folder.ts'

export interface Language {
  /** As the report says it: `node`, `python`, `go` … */
  readonly name: string
  /** Names of the files that make a folder worth a look, as regular expressions over the last part of a path. */
  readonly manifests: readonly RegExp[]
  /** The app in this folder; null when the folder only looks like one (a library, a tool's configuration, a test). */
  detect(folder: Folder, workspace: Workspace | null): Promise<App | null>
  /** Asked when the whole repository has nothing that surely is an app: a program without a word on how it is run. */
  guess?(folder: Folder, workspace: Workspace | null): Promise<App | null>
}

/** The monorepo that a folder is part of: where the lockfile is, and what else is in it. */
export interface Workspace {
  /** From the repository's root. */
  readonly root: string
  /** Whose it is: the name of a Language. A detector is given only its own. */
  readonly language: string
  /** `pnpm`, `yarn`, `npm`, `bun`, `cargo`, `go` … */
  readonly tool: string
  /** What else works on it: `turbo`, `nx`, `lerna`. */
  readonly runners: readonly string[]
  /** Name of a package → its folder from the repository's root. */
  readonly members: ReadonlyMap<string, string>
  /** Of the members. */
  readonly folders: ReadonlySet<string>
  readonly sources: readonly Source[]
}
