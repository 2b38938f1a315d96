/** What a check is and what it may say. */
import type { Patient } from './patient.ts'

export type CheckStatus = 'ok' | 'warning' | 'fault' | 'skipped'

export interface Finding {
  readonly status: Exclude<CheckStatus, 'skipped'>
  /** One sentence: what was found. Never a secret. */
  readonly text: string
  /** One sentence: what to do here; the check's own remedy where none is given. */
  readonly remedy?: string
}

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

export function ok(text: string): Finding {
  return { status: 'ok', text }
}

export function warning(text: string, remedy?: string): Finding {
  return remedy === undefined ? { status: 'warning', text } : { status: 'warning', text, remedy }
}

export function fault(text: string, remedy?: string): Finding {
  return remedy === undefined ? { status: 'fault', text } : { status: 'fault', text, remedy }
}

/** How an operator runs one of our commands, as the installation guide does. */
export function serverCommand(words: string): string {
  return `docker compose exec worker node apps/server/src/main.ts ${words}`
}

/** A look that cannot be taken here: said, and no fault. */
export class CannotLook extends Error {
  override readonly name = 'CannotLook'
}
