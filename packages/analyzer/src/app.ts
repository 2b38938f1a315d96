/** A codebase that can run: one folder, one language, one image, one or more processes. */
import type { Claim } from './claim.ts'
import type { ImagePlan } from './images/image-plan.ts'
import type { AnalyzedService } from './report.schemas.ts'

export interface AppProcess {
  /** `web`, `worker`, `scheduler`, or the name in the repository. */
  readonly name: string
  readonly kind: AnalyzedService['kind']
  readonly startCommand: Claim<string> | null
  readonly port: Claim<number> | null
  readonly healthPath: Claim<string> | null
  readonly schedule: Claim<string> | null
}

export interface App {
  /** Path from the repository root; `.` is the root. */
  readonly root: string
  /** Name in its manifest; null if the folder name is used. */
  readonly name: string | null
  readonly language: Claim<string>
  readonly framework: Claim<string> | null
  readonly version: Claim<string> | null
  readonly packageManager: Claim<string> | null
  readonly installCommand: Claim<string> | null
  readonly buildCommand: Claim<string> | null
  readonly releaseCommand: Claim<string> | null
  /** Set if the build creates a folder of files and nothing runs. */
  readonly outputDirectory: Claim<string> | null
  /** The others share the image of the first one. */
  readonly processes: readonly AppProcess[]
  /** Direct dependencies by name, with their location: they are used to find databases and variables. */
  readonly dependencies: ReadonlyMap<string, { version: string | null; file: string; line: number | null }>
  /** Other folders of the repository that its build needs (workspace packages), from the root. */
  readonly uses: readonly string[]
  readonly warnings: readonly AppWarning[]
  /** How to build it if the repository has no Dockerfile; null if it would only be a guess. */
  readonly image: ImagePlan | null
}

export interface AppWarning {
  readonly code: string
  readonly message: string
  readonly hint: string | null
  readonly file: string | null
  readonly line: number | null
}
