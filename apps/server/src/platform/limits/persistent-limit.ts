/**
 * Limits that must survive a crash: sign-in, codes, resets. One row per key, counted by one atomic statement; the
 * window begins with the first attempt. Keys are hashed, so that their size and content don't matter.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { removeInBatches } from '../database/remove-in-batches.ts'
import type { DB } from '../database/schema.generated.ts'

export interface LimitPolicy {
  /** Shown in RateLimit headers. */
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

export interface LimitState {
  readonly policy: LimitPolicy
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export async function consumeLimit(db: Kysely<DB>, policy: LimitPolicy, subject: string): Promise<LimitState> {
  const key = hashKey(policy, subject)
  const counted = await sql<{ count: number; reset: number }>`
    insert into rate_limits as known (key, count, expires_at)
    values (${key}, 1, now() + make_interval(secs => ${policy.windowSeconds}))
    on conflict (key) do update set
      count = case when known.expires_at <= now() then 1 else known.count + 1 end,
      expires_at = case when known.expires_at <= now() then excluded.expires_at else known.expires_at end
    where known.expires_at <= now() or known.count < ${policy.limit}
    returning count, ceil(extract(epoch from expires_at - now()))::int as reset`.execute(db)
  const row = counted.rows[0]
  if (row !== undefined) {
    return { policy, allowed: true, remaining: policy.limit - row.count, resetSeconds: row.reset }
  }
  return { policy, allowed: false, remaining: 0, resetSeconds: await secondsUntilReset(db, key) }
}

export async function resetLimit(db: Kysely<DB>, policy: LimitPolicy, subject: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', hashKey(policy, subject)).execute()
}

export async function removeExpiredLimits(database: Pick<Database, 'maintenance'>): Promise<number> {
  return await removeInBatches(database, { table: 'rate_limits', where: sql`expires_at < now() - interval '1 hour'` })
}

async function secondsUntilReset(db: Kysely<DB>, key: Buffer): Promise<number> {
  const found = await sql<{ reset: number }>`
    select greatest(1, ceil(extract(epoch from expires_at - now())))::int as reset from rate_limits where key = ${key}`.execute(
    db,
  )
  return found.rows[0]?.reset ?? 1
}

function hashKey(policy: LimitPolicy, subject: string): Buffer {
  return createHash('sha256').update(`${policy.name}\0${subject}`).digest()
}
