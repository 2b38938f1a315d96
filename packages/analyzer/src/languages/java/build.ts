/** What Maven and Gradle both say about a project. */
import type { Claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import type { Dependencies } from '../make-app.ts'

export interface JavaBuild {
  readonly tool: 'maven' | 'gradle'
  readonly folder: Folder
  /** Where the build is run: the top of a build of several modules. */
  readonly root: Folder
  readonly file: string
  readonly name: string | null
  readonly version: string | null
  readonly javaVersion: Claim<string> | null
  /** `group:artifact` */
  readonly dependencies: Dependencies
  /** Plugins by id (Gradle) or artifact (Maven), with their line. */
  readonly plugins: ReadonlyMap<string, number>
  readonly isKotlin: boolean
  readonly isLibrary: boolean
  /** Name of the finished archive, without folders; null when it cannot be told. */
  readonly archive: string | null
  readonly mainClass: string | null
  /** Other modules of the build that this one needs, from the repository's root. */
  readonly uses: readonly string[]
}

export function hasDependency(build: JavaBuild, pattern: RegExp): string | null {
  return [...build.dependencies.keys()].find((name) => pattern.test(name)) ?? null
}
