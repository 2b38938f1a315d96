/** A value with its location and confidence. */
import type { Evidence } from './report.schemas.ts'

export type Source = Omit<Evidence, 'claim'>

export interface Claim<T> {
  readonly value: T
  /** 1: stated by the repository. 0.9: a default of the framework. 0.5: a guess worth showing. */
  readonly confidence: number
  readonly sources: readonly Source[]
}

export function claim<T>(value: T, confidence: number, ...sources: Source[]): Claim<T> {
  return { value, confidence, sources }
}

export function source(file: string, line: number | null, what: string): Source {
  return { file, line, what: what.slice(0, 300) }
}
