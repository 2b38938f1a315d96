/** A service in the making. Detectors start it, overlays (Procfile, Dockerfile, compose, longshore.yaml) correct it. */
import type { App } from './app.ts'
import type { Claim } from './claim.ts'
import type { AnalyzedService } from './report.schemas.ts'

type Field<K extends keyof AnalyzedService> = Claim<NonNullable<AnalyzedService[K]>>

export interface Draft {
  /** DNS-safe and unique among the drafts; `nameFor` makes one. */
  readonly name: string
  /** The codebase; null when only a file names the service (an image in compose, a Dockerfile of an unknown language). */
  readonly app: App | null
  readonly rootDirectory: string
  readonly kind: Field<'kind'>
  readonly language: Field<'language'> | null
  readonly framework: Field<'framework'> | null
  readonly version: Field<'version'> | null
  readonly packageManager: Field<'packageManager'> | null
  readonly builder: Field<'builder'>
  readonly image: Field<'image'> | null
  /** Of the repository; a generated one is added at the end from `app.image`. */
  readonly dockerfile: Field<'dockerfile'> | null
  /** Name of another draft. */
  readonly sharesImageWith: string | null
  readonly installCommand: Field<'installCommand'> | null
  readonly buildCommand: Field<'buildCommand'> | null
  readonly startCommand: Field<'startCommand'> | null
  readonly releaseCommand: Field<'releaseCommand'> | null
  readonly schedule: Field<'schedule'> | null
  readonly outputDirectory: Field<'outputDirectory'> | null
  readonly port: Field<'port'> | null
  readonly healthCheck: Field<'healthCheck'> | null
  readonly volumes: readonly Claim<AnalyzedService['volumes'][number]>[]
  readonly aliases: readonly Claim<string>[]
  /** Names of other drafts or of databases. */
  readonly dependsOn: readonly Claim<string>[]
  /** Set by longshore.yaml; null: worked out from the folders that the build needs. */
  readonly watchPaths: Field<'watchPaths'> | null
}

/** A draft of which nothing is known but where it is and what kind it is. */
export function emptyDraft(name: string, rootDirectory: string, kind: Draft['kind']): Draft {
  return {
    name,
    app: null,
    rootDirectory,
    kind,
    language: null,
    framework: null,
    version: null,
    packageManager: null,
    builder: { value: 'auto', confidence: kind.confidence, sources: kind.sources },
    image: null,
    dockerfile: null,
    sharesImageWith: null,
    installCommand: null,
    buildCommand: null,
    startCommand: null,
    releaseCommand: null,
    schedule: null,
    outputDirectory: null,
    port: null,
    healthCheck: null,
    volumes: [],
    aliases: [],
    dependsOn: [],
    watchPaths: null,
  }
}
