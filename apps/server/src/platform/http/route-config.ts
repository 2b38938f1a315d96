/** What a route must or may declare besides its schema. */
import type { Actor, RequestContext, UserActor } from '../access/actor.ts'
import type { Permission } from '../access/permissions.ts'

/**
 * - `public`: no credential.
 * - `signed-in`: every signed-in person and every API token. Browsers show their session cookie, so only for pages to read.
 * - `self`: a signed-in person about their own account, whatever the organization.
 * - a permission: somebody whose role, and token, includes it in the chosen organization.
 */
export type RouteAccess = 'public' | 'signed-in' | 'self' | Permission

/**
 * What a route with a permission is about. It decides what an API token that is limited to projects can do with it.
 *
 * - `instance`, `organization`: more than projects; a limited token is refused.
 * - `project:NAME`, `environment:NAME`: the project named by this path parameter, or the one of the environment it names.
 * - `body:NAME`: the project named by this field of the body.
 * - `visible`: no single project. The service looks at `actor.projectIds` and shows only what belongs to these.
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
    /** Every route with a permission has one. */
    scope?: RouteScope
    /** The path parameter that names the organization; without it the Longshore-Organization header chooses. */
    organizationParam?: string
    /** Counts and refuses by itself: the limit for each caller does not fit who calls it. */
    ownLimits?: boolean
    /** Takes bytes as they come: what they mean is not judged before the operation itself does. */
    rawBody?: boolean
    /** Of the body, where it is not JSON. */
    mediaTypes?: readonly string[]
    /** The resource has a version, and the service compares it with If-Match. */
    versioned?: boolean
    /** Takes Idempotency-Key; `secret` when the answer holds a one-time secret and is not kept. */
    idempotent?: boolean | 'secret'
    /** Where what was made is found, when not below this path: filled from the answer, as `/api/v1/things/{id}`. */
    location?: string
    /**
     * A stream: it may stay open, and a ticket may stand in for the header. `once`: made while it is sent, so there is
     * nothing to come back to, and no ticket.
     */
    stream?: boolean | 'once'
  }
  interface FastifyRequest {
    context: RequestContext
    actor: Actor
    user: UserActor
  }
}
