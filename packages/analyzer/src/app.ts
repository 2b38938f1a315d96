/** A codebase that can be run: one folder, one language, one image, one process or several. */
import type { Claim } from './claim.ts'
import type { ImagePlan } from './images/image-plan.ts'
import type { AnalyzedService } from './report.schemas.ts'

export interface AppProcess {
  /** `web`, `worker`, `scheduler`, or the name that the repository gives it. */
  readonly name: string
  readonly kind: AnalyzedService['kind']
  readonly startCommand: Claim<string> | null
  readonly port: Claim<number> | null
  readonly healthPath: Claim<string> | null
  readonly schedule: Claim<string> | null
}

export interface App {
  /** From the repository's root; `.` is the root. */
  readonly root: string
  /** What its manifest calls it, else null: the folder's name is used then. */
  readonly name: string | null
  readonly language: Claim<string>
  readonly framework: Claim<string> | null
  readonly version: Claim<string> | null
  readonly packageManager: Claim<string> | null
  readonly installCommand: Claim<string> | null
  readonly buildCommand: Claim<string> | null
  readonly releaseCommand: Claim<string> | null
  /** Set when what is built is a folder of files and nothing runs. */
  readonly outputDirectory: Claim<string> | null
  /** The first is the one that the others share their image with. */
  readonly processes: readonly AppProcess[]
  /** Names of the packages it depends on directly, with the place: databases and variables are found by them. */
  readonly dependencies: ReadonlyMap<string, { version: string | null; file: string; line: number | null }>
  /** Other folders of the repository that its build needs (workspace packages), from the root. */
  readonly uses: readonly string[]
  readonly warnings: readonly AppWarning[]
  /** How to build it when the repository has no Dockerfile; null when we would only guess. */
  readonly image: ImagePlan | null
}

export interface AppWarning {
  readonly code: string
  readonly message: string
  readonly hint: string | null
  readonly file: string | null
  readonly line: number | null
}
