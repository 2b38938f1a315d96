/**
 * Input of a diagnosis: how a deployment failed, its last output, and how its services are configured. It never
 * contains values of variables.
 */
import type { Id } from '../../../platform/ids/brand.ts'
import type { ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { Diagnosis } from '../diagnosis.schemas.ts'

export interface FailedService {
  readonly name: string
  readonly kind: ServiceKind
  readonly configuration: ServiceConfiguration
  readonly ownedByFile: readonly string[]
}

export interface DiagnosisFacts {
  readonly services: readonly FailedService[]
  /** Names only. `service` is null for a variable of all services. */
  readonly variables: readonly {
    readonly key: string
    readonly scope: 'build' | 'runtime' | 'both' | 'reference'
    readonly secret: boolean
    readonly service: string | null
  }[]
  /** Null when builds use the free memory. */
  readonly build: { readonly serverId: Id<'srv'>; readonly memoryBytes: number | null }
}

export interface DeploymentFailure {
  readonly code: string
  readonly step: string | null
  readonly exitCode: number | null
  readonly logTail: string
  /** The service that failed, if the error names it. */
  readonly service: string | null
  /** Sockets on which the program listens, such as `127.0.0.1:3000`. Null when they weren't read. */
  readonly listening: readonly string[] | null
}

/** Input of the recognizers. */
export interface FailedRun {
  readonly failure: DeploymentFailure
  readonly facts: DiagnosisFacts
  readonly lines: readonly string[]
  readonly service: FailedService | null
  readonly isBuild: boolean
}

/** `at` is the line that shows the cause, or null without one. */
export type Finding = Omit<Diagnosis, 'excerpt' | 'service'> & { readonly at: number | null }
export type Recognizer = (scene: FailedRun) => Finding | null

/** A field that a file in the repository controls can't be changed here. */
export function canChange(service: FailedService | null, field: keyof ServiceConfiguration): service is FailedService {
  return service !== null && !service.ownedByFile.includes(field)
}

/** Returns null when the repository's own Dockerfile controls the build. */
export function generatedSource(service: FailedService | null) {
  const source = service?.configuration.source ?? null
  if (!canChange(service, 'source')) return null
  return source?.builder === 'auto' || source?.builder === 'static' ? source : null
}
