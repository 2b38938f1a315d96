/**
 * Tickets for streams that a browser opens without headers. A ticket is 256 random bits, stored as a hash, valid for
 * one use on one exact path within sixty seconds. The stream has the rights of its owner's session or token, no more.
 */

import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../database/database.ts'
import type { Id } from '../ids/brand.ts'
import { hashToken, newToken } from '../secrets/token.ts'

export interface TicketOwner {
  organizationId: OrganizationId
  actorKind: 'session' | 'token'
  /** ID of the session or the API token. */
  actorId: string
  userId: Id<'usr'>
}

export const ticketLifetimeSeconds = 60
const ticketPattern = /^[A-Za-z0-9_-]{43}$/

/** Returns the ticket, which isn't stored in plain text, and its expiry time. */
export async function createTicket(
  tx: Tx,
  { organizationId, actorKind, actorId, userId, path }: TicketOwner & { path: string },
): Promise<{ ticket: string; expiresAt: Date }> {
  const { token: ticket, hash } = newToken()
  const { expires_at } = await tx
    .insertInto('stream_tickets')
    .values({
      token_hash: hash,
      organization_id: organizationId,
      actor_kind: actorKind,
      actor_id: actorId,
      user_id: userId,
      path,
      expires_at: sql<Date>`now() + make_interval(secs => ${ticketLifetimeSeconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { ticket, expiresAt: expires_at }
}

/**
 * Consumes the ticket. Returns undefined if it is unknown, used, expired or for another path. The caller still has to
 * check that the session or token is valid now. Needs the system role, because the caller isn't known yet.
 */
export async function consumeTicket(
  tx: Tx,
  { ticket, path }: { ticket: string; path: string },
): Promise<TicketOwner | undefined> {
  if (!ticketPattern.test(ticket)) return undefined
  // A single statement: of two concurrent uses, the second waits for the first and then finds it used.
  return await tx
    .updateTable('stream_tickets')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(ticket))
    .where('path', '=', path)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning((eb) => [
      eb.ref('organization_id').$castTo<OrganizationId>().as('organizationId'),
      eb.ref('actor_kind').$castTo<TicketOwner['actorKind']>().as('actorKind'),
      'actor_id as actorId',
      'user_id as userId',
    ])
    .executeTakeFirst()
}
