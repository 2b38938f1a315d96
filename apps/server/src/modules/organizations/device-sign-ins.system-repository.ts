/** The only file that names `device_sign_ins`, which belong to no organization until a person approves them. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>

export interface NewDeviceSignIn {
  id: string
  deviceCodeHash: Buffer
  userCodeHash: Buffer
  tokenHash: Buffer
  tokenHint: string
  clientName: string
  ip: string
  userAgent: string
  expiresAt: Date
}

/** Returns false if the user code is taken. */
export async function insertDeviceSignIn(db: Db, signIn: NewDeviceSignIn): Promise<boolean> {
  const row = await db
    .insertInto('device_sign_ins')
    .values({
      id: signIn.id,
      device_code_hash: signIn.deviceCodeHash,
      user_code_hash: signIn.userCodeHash,
      token_hash: signIn.tokenHash,
      token_hint: signIn.tokenHint,
      client_name: signIn.clientName,
      ip: signIn.ip,
      user_agent: signIn.userAgent,
      expires_at: signIn.expiresAt,
    })
    .onConflict((conflict) => conflict.column('user_code_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the row, so that only one of several polls collects the token. */
export async function lockPolled(tx: Tx, deviceCodeHash: Buffer) {
  return await tx
    .selectFrom('device_sign_ins')
    .select(['id', 'status', 'interval_seconds', 'token_id'])
    .select(sql<boolean>`expires_at > now()`.as('is_live'))
    .select(sql<number | null>`extract(epoch from clock_timestamp() - last_polled_at)::float8`.as('seconds_since_poll'))
    .where('device_code_hash', '=', deviceCodeHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function savePoll(
  tx: Tx,
  poll: { id: string; intervalSeconds: number; isCollected: boolean },
): Promise<void> {
  await tx
    .updateTable('device_sign_ins')
    .set({ last_polled_at: sql`clock_timestamp()`, interval_seconds: poll.intervalSeconds })
    .$if(poll.isCollected, (query) => query.set({ status: 'collected' }))
    .where('id', '=', poll.id)
    .execute()
}

export async function findPending(db: Db, userCodeHash: Buffer) {
  return await db
    .selectFrom('device_sign_ins')
    .select(['client_name', 'ip', 'user_agent', 'created_at', 'expires_at'])
    .where('user_code_hash', '=', userCodeHash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Locks a sign-in that waits for a decision. A second decision waits here, and then finds none. */
export async function lockPending(tx: Tx, userCodeHash: Buffer) {
  return await tx
    .selectFrom('device_sign_ins')
    .select(['id', 'token_hash', 'token_hint', 'client_name', 'ip'])
    .where('user_code_hash', '=', userCodeHash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

/** The program gets another minute to collect a token that was approved in the last second. */
export async function saveApproval(tx: Tx, approval: { id: string; tokenId: Id<'tok'> }): Promise<void> {
  await tx
    .updateTable('device_sign_ins')
    .set({
      status: 'approved',
      token_id: approval.tokenId,
      expires_at: sql`greatest(expires_at, now() + interval '1 minute')`,
    })
    .where('id', '=', approval.id)
    .execute()
}

/** Returns false if nothing waits for a decision. */
export async function denyPending(db: Db, userCodeHash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('device_sign_ins')
    .set({ status: 'denied' })
    .where('user_code_hash', '=', userCodeHash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The token of an approval, with the names that the program shows. Undefined: it was revoked or was deleted since. */
export async function findCollectedToken(tx: Tx, tokenId: Id<'tok'>) {
  return await tx
    .selectFrom('api_tokens')
    .innerJoin('organizations', 'organizations.id', 'api_tokens.organization_id')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.name', 'api_tokens.scopes', 'api_tokens.expires_at', 'api_tokens.organization_id'])
    .select(['organizations.name as organization_name', 'users.email'])
    .where('api_tokens.id', '=', tokenId)
    .where('api_tokens.revoked_at', 'is', null)
    .executeTakeFirst()
}
