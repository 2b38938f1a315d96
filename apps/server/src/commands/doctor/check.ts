/** Definition of a check. */

import type { DoctorContext } from './doctor-context.ts'
import type { Finding } from './finding.policy.ts'

export interface Check {
  /** Stable, because people and programs search for it. */
  readonly code: string
  /** Explains in the reference what is wrong if the check fails. */
  readonly meaning: string
  readonly remedy: string
  /** Codes of checks that must pass first; they come earlier in the table. */
  readonly needs?: readonly string[]
  readonly withinMs?: number
  run(context: DoctorContext, signal: AbortSignal): Promise<Finding> | Finding
}

/** Formats the shell command with which an operator runs one of our commands, as in the installation guide. */
export function serverCommand(args: string): string {
  return `docker compose exec worker longshore-server ${args}`
}
