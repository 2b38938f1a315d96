/**
 * One-time codes, reset links, second-factor challenges, recovery codes, and setup links. Each is for single use, and
 * one statement consumes it.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>
export const maxTriesPerCode = 5

/** Replaces earlier codes of the user. */
export async function insertCode(
  db: Db,
  code: { id: string; userId: Id<'usr'>; codeHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ consumed_at: sql`now()` })
    .where('user_id', '=', code.userId)
    .where('consumed_at', 'is', null)
    .execute()
  await db
    .insertInto('one_time_codes')
    .values({
      id: code.id,
      user_id: code.userId,
      purpose: 'verify_email',
      code_hash: code.codeHash,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Spends one of the five tries before anything is compared, so parallel guesses can't get a sixth. */
export async function spendCodeTry(db: Db, userId: Id<'usr'>): Promise<{ id: string; codeHash: string } | undefined> {
  const row = await db
    .updateTable('one_time_codes')
    .set({ attempts: sql`attempts + 1` })
    .where('user_id', '=', userId)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', maxTriesPerCode)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  return row === undefined ? undefined : { id: row.id, codeHash: row.code_hash }
}

/** Returns true for exactly one caller. */
export async function consumeCode(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('one_time_codes')
    .set({ consumed_at: sql`now()` })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces earlier links of the user. */
export async function insertReset(
  db: Db,
  reset: { hash: Buffer; userId: Id<'usr'>; expiresAt: Date; byOperator?: boolean },
): Promise<void> {
  await endResets(db, reset.userId)
  const { hash: token_hash, userId: user_id, expiresAt: expires_at, byOperator: by_operator = false } = reset
  await db.insertInto('password_resets').values({ token_hash, user_id, expires_at, by_operator }).execute()
}

/** Returns true when the operator created the link, so it didn't arrive by email. */
export async function isOperatorReset(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('by_operator')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row?.by_operator === true
}

export async function endResets(db: Db, userId: Id<'usr'>): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

export async function findReset(db: Db, hash: Buffer): Promise<Id<'usr'> | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row === undefined ? undefined : row.user_id
}

/** Returns the user to exactly one caller. */
export async function consumeReset(db: Db, hash: Buffer): Promise<Id<'usr'> | undefined> {
  const row = await db
    .updateTable('password_resets')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return row === undefined ? undefined : row.user_id
}

export async function insertChallenge(
  db: Db,
  challenge: { hash: Buffer; userId: Id<'usr'>; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('mfa_challenges')
    .values({ token_hash: challenge.hash, user_id: challenge.userId, expires_at: challenge.expiresAt })
    .execute()
}

/** Ends half-finished sign-ins, because they must not outlive the password that started them. */
export async function endChallenges(db: Db, userId: Id<'usr'>): Promise<void> {
  await db
    .updateTable('mfa_challenges')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

export async function spendChallengeTry(db: Db, hash: Buffer): Promise<Id<'usr'> | undefined> {
  const row = await db
    .updateTable('mfa_challenges')
    .set({ attempts: sql`attempts + 1` })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', maxTriesPerCode)
    .returning('user_id')
    .executeTakeFirst()
  return row === undefined ? undefined : row.user_id
}

export async function consumeChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('mfa_challenges')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(db: Db, userId: Id<'usr'>, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('mfa_recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('mfa_recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

export async function consumeRecoveryCode(db: Db, userId: Id<'usr'>, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('mfa_recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSetupLink(db: Db, hash: Buffer, expiresAt: Date): Promise<void> {
  await db.insertInto('setup_links').values({ token_hash: hash, expires_at: expiresAt }).execute()
}

export async function consumeSetupLink(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('setup_links')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('created_at')
    .executeTakeFirst()
  return row !== undefined
}
