/** The common properties of Maven and Gradle projects. */
import type { Claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import type { Dependencies } from '../make-app.ts'

export interface JavaBuild {
  readonly tool: 'maven' | 'gradle'
  readonly folder: Folder
  /** Working directory of the build: the root of a multi-module build. */
  readonly root: Folder
  readonly file: string
  readonly name: string | null
  readonly version: string | null
  readonly javaVersion: Claim<string> | null
  /** Keys are `group:artifact`. */
  readonly dependencies: Dependencies
  /** Plugins by id (Gradle) or artifact (Maven), with their line. */
  readonly plugins: ReadonlyMap<string, number>
  readonly isKotlin: boolean
  readonly isLibrary: boolean
  /** File name of the built archive; null if unknown. */
  readonly archive: string | null
  readonly mainClass: string | null
  /** Other modules of the build that this one needs, from the repository root. */
  readonly uses: readonly string[]
}

export function hasDependency(build: JavaBuild, pattern: RegExp): string | null {
  return [...build.dependencies.keys()].find((name) => pattern.test(name)) ?? null
}
