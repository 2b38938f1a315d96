/** What a check is. */
import type { Finding } from './finding.policy.ts'
import type { Patient } from './patient.ts'

export interface Check {
  /** Stable: people and programs look for it. */
  readonly code: string
  /** What is wrong when it does not hold, for the reference. */
  readonly meaning: string
  readonly remedy: string
  /** Codes without which it cannot be done; they stand before it in the table. */
  readonly needs?: readonly string[]
  readonly withinMs?: number
  run(patient: Patient, signal: AbortSignal): Promise<Finding> | Finding
}

/** How an operator runs one of our commands, as the installation guide does. */
export function serverCommand(words: string): string {
  return `docker compose exec worker longshore-server ${words}`
}
