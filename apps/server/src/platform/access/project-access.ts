/** Permissions of an actor on one project. API tokens can be limited to some projects; users can't. */
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { Id } from '../ids/brand.ts'
import type { Actor } from './actor.ts'
import type { Permission } from './permissions.ts'

const none: ReadonlySet<Permission> = new Set()

/** Returns an empty set for a project outside the actor's limit, as if the project didn't exist. */
export function permissionsFor(
  { permissions, projectIds }: Pick<Actor, 'permissions' | 'projectIds'>,
  projectId: Id<'prj'>,
): ReadonlySet<Permission> {
  return projectIds === null || projectIds.has(projectId) ? permissions : none
}

/** Refuses actors that are limited to some projects, for operations that affect the whole organization. */
export function requireWholeOrganization({ projectIds }: Pick<Actor, 'projectIds'>): void {
  if (projectIds === null) return
  throw new AppError(
    platformProblems.forbidden,
    'This token is limited to some projects, and this concerns the whole organization. Use a token without that limit.',
  )
}
