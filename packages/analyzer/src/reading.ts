/** What a file that describes a deployment (longshore.yaml, compose) states. Fields that are absent are left to the detectors. */
import type { AppWarning } from './app.ts'
import type { AnalyzedService, Report } from './report.schemas.ts'

export type AnalyzedDatabase = Report['databases'][number]
export type AnalyzedVariable = Report['variables'][number]

/** A service as such a file states it; what is undefined is not stated. */
export type StatedService = Partial<AnalyzedService> &
  Pick<AnalyzedService, 'name' | 'rootDirectory' | 'evidence'> & {
    /** Only guessed from the file: a detector that knows better wins. */
    readonly isKindGuessed?: boolean
  }

export interface Reading {
  readonly kind: 'longshore' | 'compose'
  readonly file: string
  /** Nothing else is deployed; otherwise folders that the file does not mention keep what was detected there. */
  readonly isComplete: boolean
  readonly services: readonly StatedService[]
  readonly databases: readonly AnalyzedDatabase[]
  readonly variables: readonly AnalyzedVariable[]
  readonly warnings: readonly AppWarning[]
}
