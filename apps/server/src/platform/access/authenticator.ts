/** Port between the HTTP layer and the accounts module. */
import type { Id } from '../ids/brand.ts'
import type { Actor, RequestContext, UserActor } from './actor.ts'

export interface Credentials {
  readonly bearer: string | null
  /** A single-use stream ticket and the path it must be bound to. */
  readonly ticket: { value: string; path: string } | null
  readonly organizationId: Id<'org'> | null
}

export interface Authenticator {
  authenticateUser(credentials: Credentials, context: RequestContext): Promise<UserActor>
  /** Authenticates a browser page load by its session cookie. Use it only for routes that change nothing. */
  authenticateVisitor(
    credentials: Pick<Credentials, 'bearer'> & { cookie: string | undefined },
    context: RequestContext,
  ): Promise<void>
  authenticateActor(credentials: Credentials, context: RequestContext): Promise<Omit<Actor, 'idempotency' | 'ifMatch'>>
}
