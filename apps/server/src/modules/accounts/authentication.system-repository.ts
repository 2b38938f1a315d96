/** The lookup behind every request: one statement checks whether a session or token is valid, and returns its owner. */
import { type Kysely, sql } from 'kysely'
import { type Role, roles } from '../../platform/access/permissions.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>

export interface SessionIdentity {
  userId: Id<'usr'>
  email: string
  sessionId: Id<'ses'>
  authenticatedAt: Date
  /** Null when the user isn't a member of the requested organization. */
  organizationId: Id<'org'> | null
  role: Role | null
}

/** Without an organization ID, uses the organization that the user joined first. */
export async function findSession(
  db: Db,
  sessionId: Id<'ses'>,
  organizationId: Id<'org'> | null,
): Promise<SessionIdentity | undefined> {
  const found = await sql<SessionIdentity>`
    select u.id as "userId", u.email, s.id as "sessionId", s.authenticated_at as "authenticatedAt",
      m.organization_id as "organizationId", m.role
    from sessions s
    join users u on u.id = s.user_id
    left join lateral (
      select m.organization_id, m.role from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = s.user_id and o.deletion_due_at is null
        and (${organizationId}::uuid is null or m.organization_id = ${organizationId}::uuid)
      order by m.id limit 1
    ) m on true
    where s.id = ${sessionId} and s.revoked_at is null and s.expires_at > now() and u.email_verified_at is not null`.execute(
    db,
  )
  return found.rows[0]
}

export interface TokenIdentity {
  tokenId: Id<'tok'>
  userId: Id<'usr'>
  email: string
  organizationId: Id<'org'>
  role: Role
  scopes: string[]
  projectIds: Id<'prj'>[]
  ipRanges: string[]
}

/** Finds a token by hash, or by ID when a stream ticket represents it. Updates the last use at most once a minute. */
export async function findApiToken(db: Db, by: { hash: Buffer } | { id: string }): Promise<TokenIdentity | undefined> {
  const which = 'hash' in by ? sql`t.token_hash = ${by.hash}` : sql`t.id = ${by.id}`
  const found = await sql<TokenIdentity & { stale: boolean }>`
    select t.id as "tokenId", t.user_id as "userId", u.email, t.organization_id as "organizationId", m.role, t.scopes,
      t.project_ids as "projectIds", t.ip_ranges as "ipRanges", coalesce(t.last_used_at < now() - interval '1 minute', true) as stale
    from api_tokens t
    join users u on u.id = t.user_id and u.deletion_due_at is null
    join memberships m on m.organization_id = t.organization_id and m.user_id = t.user_id
    join organizations o on o.id = t.organization_id and o.deletion_due_at is null
    where ${which} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`.execute(db)
  const token = found.rows[0]
  if (token?.stale === true)
    await sql`update api_tokens set last_used_at = now() where id = ${token.tokenId}`.execute(db)
  return token
}

/** Counts the user's API tokens in all organizations. */
export async function countTokensOf(db: Db, userId: Id<'usr'>): Promise<number> {
  const row = await db
    .selectFrom('api_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow()
  return row.count
}

export interface StreamOwnerIds {
  organizationId: string
  userId: string
  /** Role when the stream was opened. */
  role: Role
  sessionId?: string
  tokenId?: string
}

/** Checks which owners of open streams still have at least the access that they started with, in one statement. */
export async function stillAllowed(db: Db, owners: readonly StreamOwnerIds[]): Promise<boolean[]> {
  const found = await sql<{ allowed: boolean }>`
    select exists (
      select from memberships m join organizations o on o.id = m.organization_id
      where m.organization_id = (owner.value->>'organizationId')::uuid and m.user_id = (owner.value->>'userId')::uuid
        and o.deletion_due_at is null
        and array_position(${[...roles]}::text[], m.role) >= array_position(${[...roles]}::text[], owner.value->>'role')
    ) and case when owner.value ? 'tokenId'
      then exists (select from api_tokens t join users u on u.id = t.user_id and u.deletion_due_at is null
        where t.id = (owner.value->>'tokenId')::uuid and t.revoked_at is null and (t.expires_at is null or t.expires_at > now()))
      else exists (select from sessions s where s.id = (owner.value->>'sessionId')::uuid and s.revoked_at is null and s.expires_at > now())
    end as allowed
    from jsonb_array_elements(${JSON.stringify(owners)}::jsonb) with ordinality as owner (value, place)
    order by owner.place`.execute(db)
  return found.rows.map((row) => row.allowed)
}
