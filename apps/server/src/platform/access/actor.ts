/** Who makes a request, for which organization, and what the request carries besides its body. */
import type { OrganizationId } from '../database/database.ts'
import type { IdempotencyClaim } from '../idempotency/claim.ts'
import type { Id } from '../ids/brand.ts'
import type { Permission, Role } from './permissions.ts'

/** What every request has, signed in or not. */
export interface RequestContext {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
}

/** A signed-in person, whatever the organization: enough for operations on one's own account. */
export interface UserActor extends RequestContext {
  readonly userId: Id<'usr'>
  readonly userName: string
  readonly sessionId: Id<'ses'>
  /** When the password was last shown. */
  readonly authenticatedAt: Date
}

/** Somebody acting inside an organization: a person, or an API token made by one. */
export interface Actor extends RequestContext {
  readonly kind: 'user' | 'token'
  readonly userId: Id<'usr'>
  readonly userName: string
  readonly sessionId: Id<'ses'> | null
  readonly tokenId: Id<'tok'> | null
  readonly organizationId: OrganizationId
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  /** The projects it is limited to. Null: all of the organization. */
  readonly projectIds: ReadonlySet<Id<'prj'>> | null
  readonly authenticatedAt: Date | null
  readonly idempotency: IdempotencyClaim | null
  /** The version named by If-Match. */
  readonly ifMatch: number | null
}
