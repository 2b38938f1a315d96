/**
 * Default deny: a route that declares no permission, or doesn't define how its project is found, stops the process from
 * starting. A request is authenticated before its body is read.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { RequestContext } from '../access/actor.ts'
import type { Authenticator, Credentials } from '../access/authenticator.ts'
import { isPermission, type Permission } from '../access/permissions.ts'
import { AppError, notFound } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { Id } from '../ids/brand.ts'
import { decodeId, newId } from '../ids/type-id.ts'
import type { CountRequest } from './rate-limits.ts'
import { type FindProjectOf, permissionsOf, requireVisibleBody, scopeProblem } from './route-scope.ts'

const tokenParameters = new Set([
  'accesstoken', 'token', 'authorization', 'apikey', 'apitoken', 'jwt', 'bearer', 'auth', 'refreshtoken', 'idtoken', 'xaccesstoken',
]) // biome-ignore format: a list
/** Access tokens and API tokens, in a parameter of any name. */
const tokenShape = /^(bearer\s+)?(eyJ[\w-]*\.[\w-]+\.[\w-]*|lgs_[\w-]{8,})$/i

const withoutPermission: ReadonlySet<string> = new Set(['public', 'signed-in', 'self'])

export interface AccessOptions {
  readonly authenticator: Authenticator
  readonly findProjectOf: FindProjectOf
  readonly countRequest: CountRequest
  readonly isUnmatched: (request: FastifyRequest) => boolean
}

export function registerAccess(app: FastifyInstance, options: AccessOptions): void {
  const { countRequest, isUnmatched } = options
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => routes.forEach(requireDeclaration))
  // Requests must not share references, so there is no default value.
  app.decorateRequest('context')
  app.decorateRequest('actor')
  app.decorateRequest('user')
  app.addHook('onRequest', async (request, reply) => {
    request.context = contextOf(request)
    try {
      refuseTokenInUrl(request)
      // A 404 needs no sign-in.
      if (!isUnmatched(request)) await admit(request, options)
    } catch (error) {
      // The request limit runs after this hook; refused requests must count too.
      countRequest(request, reply)
      throw error
    }
  })
  app.addHook('preHandler', async (request) => requireVisibleBody(request))
}

async function admit(request: FastifyRequest, { authenticator, findProjectOf }: AccessOptions): Promise<void> {
  const access = request.routeOptions.config.permission
  if (access === 'public') return
  if (access === undefined) throw notFound()
  const credentials = readCredentials(request)
  if (access === 'signed-in') {
    const { cookie } = request.headers
    await authenticator.authenticateVisitor({ bearer: credentials.bearer, cookie }, request.context)
    return
  }
  if (access === 'self') {
    request.user = await authenticator.authenticateUser(credentials, request.context)
    return
  }
  request.actor = {
    ...(await authenticator.authenticateActor(credentials, request.context)),
    idempotency: null,
    ifMatch: null,
  }
  // If the actor has the permission nowhere, the response is the same for every project.
  requirePermission(request.actor.permissions, access)
  requirePermission(await permissionsOf(request, request.actor, findProjectOf), access)
}

/** Runs for every route before the process listens. */
function requireDeclaration(route: RouteOptions): void {
  const declared = route.config?.permission
  if (declared === undefined || !(withoutPermission.has(declared) || isPermission(declared))) {
    throw new Error(`route ${String(route.method)} ${route.url} declares no permission`)
  }
  const problem = isPermission(declared) ? scopeProblem(route) : undefined
  if (problem !== undefined) throw new Error(`route ${String(route.method)} ${route.url} ${problem}`)
}

function requirePermission(permissions: ReadonlySet<Permission>, permission: Permission): void {
  if (permissions.has(permission)) return
  throw new AppError(platformProblems.forbidden, `This needs the permission ${permission}.`)
}

function contextOf(request: FastifyRequest): RequestContext {
  const agent = request.headers['user-agent'] ?? ''
  return { requestId: request.id, ip: request.ip, userAgent: agent.slice(0, 200) }
}

function refuseTokenInUrl(request: FastifyRequest): void {
  const query = request.url.indexOf('?')
  if (query === -1) return
  const pairs = [...new URLSearchParams(request.url.slice(query + 1).replaceAll(';', '&'))]
  if (pairs.some(([name, value]) => tokenParameters.has(plainName(name)) || tokenShape.test(value.trim())))
    throw new AppError(platformProblems.token_in_url)
}

/** Normalizes a name: `Access_Token[]` becomes `accesstoken`. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function readCredentials(request: FastifyRequest): Credentials {
  return {
    bearer: readBearer(request.headers.authorization),
    ticket: request.routeOptions.config.stream === true ? readTicket(request) : null,
    organizationId: organizationOf(request),
  }
}

function readBearer(header: string | undefined): string | null {
  if (header === undefined || header.length > 4_096 || !/^bearer [\x21-\x7e]+$/i.test(header)) return null
  return header.slice('bearer '.length)
}

function readTicket(request: FastifyRequest): { value: string; path: string } | null {
  const url = new URL(request.url, 'http://localhost')
  const value = url.searchParams.get('ticket')
  if (value === null) return null
  url.searchParams.delete('ticket')
  return { value, path: url.pathname + url.search }
}

/**
 * Reads the organization of the request. A malformed id counts as the id of nothing instead of failing here:
 * authentication comes first, and then the response is the same as for an unknown organization.
 */
function organizationOf(request: FastifyRequest): Id<'org'> | null {
  const { organizationParam: name, permission } = request.routeOptions.config
  if (permission === 'self') return null
  const given: unknown =
    name === undefined ? request.headers['longshore-organization'] : Reflect.get(Object(request.params), name)
  if (given === undefined && name === undefined) return null
  return (typeof given === 'string' ? decodeId('org', given) : undefined) ?? newId('org')
}
