/** Informs every process immediately that a user or token lost access. Streams also check on their own every few seconds. */
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { isUuid } from '../ids/type-id.ts'

export const revocationsChannel = 'revocations'

/** A session ended, a token was revoked, all of a user's access ended, a member left, or an organization was closed. */
export type Revocation =
  | { sessionId: string }
  | { tokenId: string }
  | { userId: string }
  | { organizationId: string; userId: string }
  | { organizationId: string }

/** PostgreSQL sends it at commit. Call it in the transaction that revokes access. */
export async function announceRevocation(tx: Tx, revocation: Revocation): Promise<void> {
  await sql`select pg_notify(${revocationsChannel}, ${formatRevocation(revocation)})`.execute(tx)
}

export function formatRevocation(revocation: Revocation): string {
  if ('sessionId' in revocation) return `session:${revocation.sessionId}`
  if ('tokenId' in revocation) return `token:${revocation.tokenId}`
  if (!('organizationId' in revocation)) return `user:${revocation.userId}`
  if ('userId' in revocation) return `membership:${revocation.organizationId}:${revocation.userId}`
  return `organization:${revocation.organizationId}`
}

/** Returns undefined for kinds that this version doesn't know. */
export function parseRevocation(payload: string): Revocation | undefined {
  const [kind, first = '', second = ''] = payload.split(':')
  if (!isUuid(first)) return undefined
  if (kind === 'session') return { sessionId: first }
  if (kind === 'token') return { tokenId: first }
  if (kind === 'user') return { userId: first }
  if (kind === 'organization') return { organizationId: first }
  if (kind === 'membership' && isUuid(second)) return { organizationId: first, userId: second }
  return undefined
}
