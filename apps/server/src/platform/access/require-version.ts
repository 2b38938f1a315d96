/** If-Match: a change meant for another version than the current one is refused. */
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { Actor } from './actor.ts'

export function requireVersion(actor: Pick<Actor, 'ifMatch'>, current: number): void {
  if (actor.ifMatch !== null && actor.ifMatch !== current) throw new AppError(platformProblems.version_mismatch)
}
