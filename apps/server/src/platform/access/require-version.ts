/** Enforces If-Match: rejects a change that was meant for a version other than the current one. */
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { Actor } from './actor.ts'

export function requireVersion(actor: Pick<Actor, 'ifMatch'>, current: number): void {
  if (actor.ifMatch !== null && actor.ifMatch !== current) throw new AppError(platformProblems.version_mismatch)
}
