/** Route options besides the schema. */
import type { Actor, RequestContext, UserActor } from '../access/actor.ts'
import type { Permission } from '../access/permissions.ts'

/**
 * - `public`: no credential.
 * - `signed-in`: every authenticated user and every API token. Browsers send their session cookie, so use it only for
 *   pages that change nothing.
 * - `self`: an authenticated user and their own account, in any organization.
 * - a permission: an actor whose role, and token, includes it in the chosen organization.
 */
export type RouteAccess = 'public' | 'signed-in' | 'self' | Permission

/**
 * The resource that a route with a permission concerns. It determines what an API token that is limited to projects can
 * do with it.
 *
 * - `instance`, `organization`: more than projects; a limited token is refused.
 * - `project:NAME`, `environment:NAME`: the project named by this path parameter, or the project of the environment
 *   that it names.
 * - `body:NAME`: the project named by this field of the body.
 * - `visible`: no single project. The service filters by `actor.projectIds`.
 */
export type RouteScope =
  | 'instance'
  | 'organization'
  | 'visible'
  | `project:${string}`
  | `environment:${string}`
  | `body:${string}`

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RouteAccess
    /** Required for every route with a permission. */
    scope?: RouteScope
    /** Path parameter that names the organization; without it the Longshore-Organization header does. */
    organizationParam?: string
    /** The route has its own limits, because the limit per caller doesn't fit its callers. */
    ownLimits?: boolean
    /** The route receives raw bytes; only the operation itself validates them. */
    rawBody?: boolean
    /** Media types of the body, if it isn't JSON. */
    mediaTypes?: readonly string[]
    /** The resource has a version, and the service compares it with If-Match. */
    versioned?: boolean
    /** Accepts Idempotency-Key; `secret` if the response contains a one-time secret and isn't stored. */
    idempotent?: boolean | 'secret'
    /**
     * URL template of the created resource, such as `/api/v1/things/{id}`, if it isn't below this path; filled from the
     * response.
     */
    location?: string
    /**
     * The route is a stream: it can stay open, and a ticket can replace the header. `once`: the stream is generated
     * while it is sent, so it can't be resumed and takes no ticket.
     */
    stream?: boolean | 'once'
  }
  interface FastifyRequest {
    context: RequestContext
    actor: Actor
    user: UserActor
  }
}
