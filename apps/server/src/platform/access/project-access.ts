/** What an actor can do with one project. API tokens can be limited to some projects; people are not. */
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { Id } from '../ids/brand.ts'
import type { Actor } from './actor.ts'
import type { Permission } from './permissions.ts'

const none: ReadonlySet<Permission> = new Set()

/** Empty for a project outside of the actor's limit: to that actor, it doesn't exist. */
export function permissionsFor(
  { permissions, projectIds }: Pick<Actor, 'permissions' | 'projectIds'>,
  projectId: Id<'prj'>,
): ReadonlySet<Permission> {
  return projectIds === null || projectIds.has(projectId) ? permissions : none
}

/** For what reaches beyond projects. */
export function requireWholeOrganization({ projectIds }: Pick<Actor, 'projectIds'>): void {
  if (projectIds === null) return
  throw new AppError(
    platformProblems.forbidden,
    'This token is limited to some projects, and this concerns the whole organization. Use a token without that limit.',
  )
}
