/**
 * The content of a file that describes a deployment (longshore.yaml, compose). Missing fields are left to the
 * detectors.
 */
import type { AppWarning } from './app.ts'
import type { AnalyzedService, Report } from './report.schemas.ts'

export type AnalyzedDatabase = Report['databases'][number]
export type AnalyzedVariable = Report['variables'][number]

/** A service as such a file states it; undefined fields aren't stated. */
export type StatedService = Partial<AnalyzedService> &
  Pick<AnalyzedService, 'name' | 'rootDirectory' | 'evidence'> & {
    /** Only guessed from the file: a more certain detector wins. */
    readonly isKindGuessed?: boolean
  }

export interface Reading {
  readonly kind: 'longshore' | 'compose'
  readonly file: string
  /** True if nothing else is deployed; otherwise folders that the file doesn't mention keep their detected values. */
  readonly isComplete: boolean
  readonly services: readonly StatedService[]
  readonly databases: readonly AnalyzedDatabase[]
  /** Engines of databases that run as plain services. */
  readonly plainEngines?: readonly AnalyzedDatabase['engine'][]
  readonly variables: readonly AnalyzedVariable[]
  readonly composeProfiles?: Report['composeProfiles']
  readonly domains?: Report['domains']
  readonly warnings: readonly AppWarning[]
}
