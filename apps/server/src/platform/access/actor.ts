/** The caller of a request, its organization, and the request metadata that services need. */
import type { OrganizationId } from '../database/database.ts'
import type { IdempotencyClaim } from '../idempotency/claim.ts'
import type { Id } from '../ids/brand.ts'
import type { Permission, Role } from './permissions.ts'

/** Metadata that every request has, authenticated or not. */
export interface RequestContext {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
}

/** An authenticated user without an organization; enough for operations on the user's own account. */
export interface UserActor extends RequestContext {
  readonly userId: Id<'usr'>
  readonly userName: string
  readonly sessionId: Id<'ses'>
  /** When the user last entered a password. */
  readonly authenticatedAt: Date
}

/** A caller acting inside an organization: a user, or an API token that a user created. */
export interface Actor extends RequestContext {
  readonly kind: 'user' | 'token'
  readonly userId: Id<'usr'>
  readonly userName: string
  readonly sessionId: Id<'ses'> | null
  readonly tokenId: Id<'tok'> | null
  readonly organizationId: OrganizationId
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  /** Projects that the actor is limited to; null means every project of the organization. */
  readonly projectIds: ReadonlySet<Id<'prj'>> | null
  readonly authenticatedAt: Date | null
  readonly idempotency: IdempotencyClaim | null
  /** Version from the If-Match header. */
  readonly ifMatch: number | null
}
