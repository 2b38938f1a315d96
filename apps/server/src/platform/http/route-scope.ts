/** Confines API tokens that are limited to projects, using the scope that each route declares. */
import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Permission } from '../access/permissions.ts'
import { permissionsFor, requireWholeOrganization } from '../access/project-access.ts'
import type { OrganizationId } from '../database/database.ts'
import { notFound } from '../errors/app-error.ts'
import { brandId, type Id } from '../ids/brand.ts'
import { decodeId } from '../ids/type-id.ts'

/** Returns undefined if the organization has no such environment. */
export type FindProjectOf = (organizationId: OrganizationId, id: Id<'env'>) => Promise<Id<'prj'> | undefined>

const found = ['project', 'environment', 'body']

/** Explains why the declaration is invalid, if it is. Runs for every route before the process listens. */
export function scopeProblem(route: RouteOptions): string | undefined {
  const scope = route.config?.scope
  if (scope === undefined) return 'declares no scope'
  if (['instance', 'organization', 'visible'].includes(scope)) return undefined
  const [kind = '', name = ''] = scope.split(':')
  if (!found.includes(kind) || name === '') return `declares the unknown scope "${scope}"`
  const isThere = kind === 'body' ? route.method !== 'GET' : route.url.split('/').includes(`:${name}`)
  return isThere ? undefined : `declares the scope "${scope}", but has no such parameter`
}

/** Returns the actor's permissions on the resource of the request. */
export async function permissionsOf(
  request: FastifyRequest,
  actor: Actor,
  findProjectOf: FindProjectOf,
): Promise<ReadonlySet<Permission>> {
  if (actor.projectIds === null) return actor.permissions
  const [kind, name = ''] = request.routeOptions.config.scope?.split(':') ?? []
  // A project in the body is checked after the body is read.
  if (kind === 'visible' || kind === 'body') return actor.permissions
  if (kind !== 'project' && kind !== 'environment') {
    requireWholeOrganization(actor)
    return actor.permissions
  }
  const given: unknown = Reflect.get(Object(request.params), name)
  const projectId = await projectOf(kind, typeof given === 'string' ? given : '', (id) =>
    findProjectOf(actor.organizationId, id),
  )
  return requireVisible(actor, projectId)
}

/** Checks `body:NAME` scopes after the body was validated. */
export function requireVisibleBody(request: FastifyRequest): void {
  const [kind, name = ''] = request.routeOptions.config.scope?.split(':') ?? []
  if (kind !== 'body' || request.actor.projectIds === null) return
  const given: unknown = Reflect.get(Object(request.body), name)
  requireVisible(request.actor, typeof given === 'string' ? brandId<'prj'>(given) : undefined)
}

async function projectOf(
  kind: 'project' | 'environment',
  text: string,
  find: (id: Id<'env'>) => Promise<Id<'prj'> | undefined>,
): Promise<Id<'prj'> | undefined> {
  if (kind === 'project') return decodeId('prj', text)
  const id = decodeId('env', text)
  return id === undefined ? undefined : await find(id)
}

function requireVisible(actor: Actor, projectId: Id<'prj'> | undefined): ReadonlySet<Permission> {
  const permissions = projectId === undefined ? undefined : permissionsFor(actor, projectId)
  if (permissions === undefined || permissions.size === 0) throw notFound()
  return permissions
}
