/** Checks that a request can reveal a secret. Call it after the 404s, so that it shows nothing about what exists. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import { canSealTo } from '../../platform/secrets/seal.ts'
import { requireRecentSignIn } from '../accounts/index.ts'
import { organizationProblems } from '../organizations/index.ts'

export function requirePerson(clock: Clock, actor: Actor): void {
  if (actor.kind === 'token') throw new AppError(organizationProblems.person_required)
  requireRecentSignIn(clock, actor)
}

export async function requireRecipient(recipient: string): Promise<void> {
  if (await canSealTo(recipient)) return
  throw invalid('/recipient', 'invalid_format', "isn't a valid age public key (checksum mismatch)")
}
