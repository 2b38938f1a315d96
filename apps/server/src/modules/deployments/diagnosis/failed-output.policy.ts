/** What a diagnosis is made of: how a deployment failed, what it printed last, and how its services are configured. Never a value. */
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
  /** Names alone. Null: for all services. */
  readonly variables: readonly {
    readonly key: string
    readonly scope: 'build' | 'runtime' | 'both'
    readonly secret: boolean
    readonly service: string | null
  }[]
  /** Null: builds use what is free. */
  readonly build: { readonly serverId: Id<'srv'>; readonly memoryBytes: number | null }
}

export interface DeploymentFailure {
  readonly code: string
  readonly step: string | null
  readonly exitCode: number | null
  readonly logTail: string
  /** The service that failed, where the error names it. */
  readonly service: string | null
  /** Sockets on which its program listens, such as `127.0.0.1:3000`. Null: not read. */
  readonly listening: readonly string[] | null
}

/** What the recognizers read. */
export interface FailedRun {
  readonly failure: DeploymentFailure
  readonly facts: DiagnosisFacts
  readonly lines: readonly string[]
  readonly service: FailedService | null
  readonly isBuild: boolean
}

/** `at`: the line that shows it; null: no line does. */
export type Finding = Omit<Diagnosis, 'excerpt' | 'service'> & { readonly at: number | null }
export type Recognizer = (scene: FailedRun) => Finding | null

/** A field that a file in the repository decides can't be changed here. */
export function canChange(service: FailedService | null, field: keyof ServiceConfiguration): service is FailedService {
  return service !== null && !service.ownedByFile.includes(field)
}

/** Null where the repository's own Dockerfile decides how the image is built. */
export function generatedSource(service: FailedService | null) {
  const source = service?.configuration.source ?? null
  if (!canChange(service, 'source')) return null
  return source?.builder === 'auto' || source?.builder === 'static' ? source : null
}
