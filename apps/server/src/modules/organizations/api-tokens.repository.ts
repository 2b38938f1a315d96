/** The only file that names `api_tokens` inside an organization. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { ApiTokens } from '../../platform/database/schema.generated.ts'
import { announceRevocation } from '../../platform/events/revocations.ts'
import type { Id } from '../../platform/ids/brand.ts'

export type ApiTokenRow = Omit<Selectable<ApiTokens>, 'id' | 'user_id'> & { id: Id<'tok'>; user_id: Id<'usr'> }

export interface NewApiToken {
  id: Id<'tok'>
  userId: Id<'usr'>
  name: string
  tokenHash: Buffer
  hint: string
  scopes: string[]
  ipRanges: string[]
  projectIds: string[]
  expiresAt: Date | null
}

export async function insertApiToken(tx: Tx, organizationId: OrganizationId, token: NewApiToken): Promise<ApiTokenRow> {
  const row = await tx
    .insertInto('api_tokens')
    .values({
      id: token.id,
      organization_id: organizationId,
      user_id: token.userId,
      name: token.name,
      token_hash: token.tokenHash,
      hint: token.hint,
      scopes: token.scopes,
      ip_ranges: token.ipRanges,
      project_ids: token.projectIds,
      expires_at: token.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

/** Filters the tokens that an actor sees: those of this user, and only this one. Null: no such filter. */
export interface VisibleTokens {
  userId: Id<'usr'> | null
  only: Id<'tok'> | null
}

export async function listApiTokens(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number } & VisibleTokens,
): Promise<ApiTokenRow[]> {
  let query = tx
    .selectFrom('api_tokens')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
  if (page.userId !== null) query = query.where('user_id', '=', page.userId)
  if (page.only !== null) query = query.where('id', '=', page.only)
  const rows = await query.$call(newestFirst(page)).execute()
  return rows
}

/** Returns undefined for a token that was revoked or has expired. */
export async function findUsableApiToken(
  tx: Tx,
  organizationId: OrganizationId,
  { id, userId }: { id: Id<'tok'>; userId: Id<'usr'> },
): Promise<ApiTokenRow | undefined> {
  return await tx
    .selectFrom('api_tokens')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
}

export async function countApiTokens(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('api_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function revokeApiToken(
  tx: Tx,
  organizationId: OrganizationId,
  which: { id: Id<'tok'> } & VisibleTokens,
): Promise<ApiTokenRow | undefined> {
  let query = tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql`now()`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', which.id)
    .where('revoked_at', 'is', null)
  if (which.userId !== null) query = query.where('user_id', '=', which.userId)
  if (which.only !== null) query = query.where('id', '=', which.only)
  const row = await query.returningAll().executeTakeFirst()
  if (row === undefined) return undefined
  await announceRevocation(tx, { tokenId: row.id })
  return row
}

/** Revokes the tokens of a member who leaves. */
export async function revokeTokensOf(tx: Tx, organizationId: OrganizationId, userId: Id<'usr'>): Promise<Id<'tok'>[]> {
  const rows = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  for (const row of rows) await announceRevocation(tx, { tokenId: row.id })
  return rows.map(({ id }) => id)
}

/** Takes back the revocation of tokens that were revoked only because their user was removed. */
export async function reactivateTokens(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'tok'>[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}
