import type { Actor } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { organizationProblems } from './organizations.problems.ts'

/** For what can't be undone: a leaked API token must not be able to destroy data permanently. */
export function refuseTokens({ kind }: Pick<Actor, 'kind'>): void {
  if (kind === 'token') throw new AppError(organizationProblems.person_required)
}
