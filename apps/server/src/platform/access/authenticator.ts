/** The port between the HTTP layer and whoever knows the accounts. */
import type { Id } from '../ids/brand.ts'
import type { Actor, RequestContext, UserActor } from './actor.ts'

export interface Credentials {
  readonly bearer: string | null
  /** A one-use stream ticket, with the path that it must be bound to. */
  readonly ticket: { value: string; path: string } | null
  readonly organizationId: Id<'org'> | null
}

export interface Authenticator {
  authenticateUser(credentials: Credentials, context: RequestContext): Promise<UserActor>
  /** For pages that a browser opens without a script of ours: it shows its session cookie. Never for what changes something. */
  authenticateVisitor(
    credentials: Pick<Credentials, 'bearer'> & { cookie: string | undefined },
    context: RequestContext,
  ): Promise<void>
  authenticateActor(credentials: Credentials, context: RequestContext): Promise<Omit<Actor, 'idempotency' | 'ifMatch'>>
}
