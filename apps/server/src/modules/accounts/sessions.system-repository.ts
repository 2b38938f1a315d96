import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { announceRevocation } from '../../platform/events/revocations.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { hashToken } from '../../platform/secrets/token.ts'

type Db = Kysely<DB>

export interface NewSession {
  id: Id<'ses'>
  userId: Id<'usr'>
  userAgent: string
  ip: string
  deviceHash: Buffer | null
  expiresAt: Date
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      user_agent: session.userAgent,
      ip: session.ip,
      device_hash: session.deviceHash,
      expires_at: session.expiresAt,
    })
    .execute()
}

export async function insertRefreshToken(
  db: Db,
  token: { hash: Buffer; sessionId: Id<'ses'>; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: token.hash, session_id: token.sessionId, expires_at: token.expiresAt })
    .execute()
}

export interface RefreshTokenRow {
  sessionId: Id<'ses'>
  userId: Id<'usr'>
  /** Hash of the browser's device token from the start of the session. */
  deviceHash: Buffer | null
  usedAt: Date | null
  usable: boolean
}

/** Locks the token. When two requests send the same token, the second sees that the first used it. */
export async function lockRefreshToken(db: Db, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  return toRefreshToken(await selectRefreshToken(db, hash).forUpdate('refresh_tokens').executeTakeFirst())
}

export async function findRefreshToken(db: Db, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  return toRefreshToken(await selectRefreshToken(db, hash).executeTakeFirst())
}

function selectRefreshToken(db: Db, hash: Buffer) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select([
      'sessions.id as session_id',
      'sessions.user_id',
      'sessions.device_hash',
      'refresh_tokens.used_at',
      sql<boolean>`refresh_tokens.expires_at > now() and sessions.expires_at > now() and sessions.revoked_at is null`.as(
        'usable',
      ),
    ])
    .where('refresh_tokens.token_hash', '=', hash)
}

type SelectedRefreshToken = Awaited<ReturnType<ReturnType<typeof selectRefreshToken>['executeTakeFirst']>>

function toRefreshToken(row: SelectedRefreshToken): RefreshTokenRow | undefined {
  if (row === undefined) return undefined
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    deviceHash: row.device_hash,
    usedAt: row.used_at,
    usable: row.usable,
  }
}

export async function isUnusedRefreshToken(db: Db, hash: Buffer, sessionId: Id<'ses'>): Promise<boolean> {
  const found = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hash)
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function markRefreshTokenUsed(db: Db, hash: Buffer, sessionId: Id<'ses'>): Promise<void> {
  await db.updateTable('refresh_tokens').set({ used_at: sql`now()` }).where('token_hash', '=', hash).execute()
  await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', '=', sessionId).execute()
}

/** Ends one or all sessions of a user and notifies open streams. Returns how many ended. */
export async function revokeSessions(
  tx: Tx,
  userId: Id<'usr'>,
  which: { only?: Id<'ses'>; except?: Id<'ses'> } = {},
): Promise<number> {
  let query = tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '<>', which.except)
  const ended = await query.returning('id').execute()
  for (const session of ended) await announceRevocation(tx, { sessionId: session.id })
  return ended.length
}

export async function listSessions(db: Db, userId: Id<'usr'>) {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows
}

export async function insertKnownDevice(db: Db, hash: Buffer, userId: Id<'usr'>): Promise<void> {
  await db.insertInto('known_devices').values({ token_hash: hash, user_id: userId }).execute()
}

/** After a reset no browser is known anymore, so the next sign-in sends an email. */
export async function forgetDevices(db: Db, userId: Id<'usr'>): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

/** Returns the hash of a known browser, or null when this user never signed in with it. */
export async function findKnownDevice(db: Db, token: string | null, userId: Id<'usr'>): Promise<Buffer | null> {
  if (token === null) return null
  const hash = hashToken(token)
  const found = await db
    .updateTable('known_devices')
    .set({ last_seen_at: sql`now()` })
    .where('token_hash', '=', hash)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return found === undefined ? null : hash
}
