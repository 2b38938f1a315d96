/**
 * Runs a creating transaction at most once per Idempotency-Key. Key, effect and response commit together, so a client
 * that retries after a crash at any point gets the first response and never a second effect.
 */
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Database, Tx } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { type IdempotencyClaim, IdempotentReplay } from './claim.ts'
import { limitCreations } from './creation-limit.ts'

const keptHours = 24

export async function createOnce<T>(database: Database, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { organizationId } = actor
  return await limitCreations(database, organizationId, () =>
    database.tenant(organizationId, (tx) => createInside(tx, actor, work)),
  )
}

async function createInside<T>(tx: Tx, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claim = actor.idempotency
  if (claim === null) return await work(tx)
  await claimKey(tx, actor, claim)
  const result = await work(tx)
  if (claim.encode !== null) {
    const answer = claim.encode(result)
    await tx
      .updateTable('idempotency_keys')
      // Stored as text inside the JSON, because PostgreSQL reorders object keys, and a replay must be the same to the
      // byte.
      .set({ status: answer.status, location: answer.location, body: JSON.stringify(JSON.stringify(answer.body)) })
      .where('organization_id', '=', actor.organizationId)
      .where('key', '=', claim.key)
      .execute()
  }
  return result
}

async function claimKey(tx: Tx, actor: Actor, claim: IdempotencyClaim): Promise<void> {
  const lock = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${actor.organizationId}:${claim.key}`}, 17)) as locked`.execute(
    tx,
  )
  if (lock.rows[0]?.locked !== true) {
    throw new AppError(platformProblems.idempotency_key_in_use, undefined, { retryAfterSeconds: 1 })
  }
  const known = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('organization_id', '=', actor.organizationId)
    .where('key', '=', claim.key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${keptHours})`)
    .executeTakeFirst()
  if (known !== undefined) {
    if (!known.request_hash.equals(claim.requestHash)) throw new AppError(platformProblems.idempotency_key_reused)
    if (known.status === null) throw new AppError(platformProblems.idempotency_secret_gone)
    const body: unknown = typeof known.body === 'string' ? JSON.parse(known.body) : known.body
    throw new IdempotentReplay({ status: known.status, location: known.location, body })
  }
  const row = { organization_id: actor.organizationId, key: claim.key, request_hash: claim.requestHash }
  await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'key'])
        .doUpdateSet({ ...row, status: null, location: null, body: null, created_at: sql`now()` }),
    )
    .execute()
}
