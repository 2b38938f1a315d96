import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import type { Actor } from '../access/actor.ts'
import { rolePermissions } from '../access/permissions.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../ids/type-id.ts'
import { type IdempotencyClaim, IdempotentReplay } from './claim.ts'
import { createOnce } from './create-once.ts'

const { database } = await useTestDatabase()
const organizationId = newId('org')
await database.systemDb.insertInto('organizations').values({ id: organizationId, name: 'test' }).execute()
let effects = 0

beforeEach(async () => {
  effects = 0
  await database.systemDb.deleteFrom('idempotency_keys').execute()
})

afterEach(() => void vi.useRealTimers())

describe('createOnce', () => {
  it('runs every time without a key', async () => {
    await createOnce(database, actor(null), work)
    await createOnce(database, actor(null), work)
    expect(effects).toBe(2)
  })

  it('returns the first response to the same request', async () => {
    await createOnce(database, actor(claim('a')), work)
    await expect(createOnce(database, actor(claim('a')), work)).rejects.toMatchObject({
      response: { status: 201, location: '/things/1', body: { effect: 1 } },
    })
    expect(effects).toBe(1)
  })

  it("keeps the first response for a day of the database's clock, whatever this process's clock says", async () => {
    await createOnce(database, actor(claim('a')), work)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
    await expect(createOnce(database, actor(claim('a')), work)).rejects.toThrow(IdempotentReplay)
    expect(effects).toBe(1)
  })

  it('returns 422 for another request with the same key', async () => {
    await createOnce(database, actor(claim('a')), work)
    await expect(createOnce(database, actor(claim('a', 'other body')), work)).rejects.toMatchObject({
      problem: { code: 'idempotency_key_reused' },
    })
  })

  it('has one effect under 30 parallel requests, and the others get the response or are asked to wait', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => createOnce(database, actor(claim('race')), work)),
    )
    expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    expect(await effectsKept()).toBe(1)
    for (const each of outcomes) {
      if (each.status === 'rejected') {
        expect(each.reason instanceof IdempotentReplay || each.reason.problem?.code === 'idempotency_key_in_use').toBe(
          true,
        )
      }
    }
  })

  it('a burst of one organization leaves connections for others', async () => {
    const other = newId('org')
    await database.systemDb.insertInto('organizations').values({ id: other, name: 'other' }).execute()
    let done = 0
    const burst = Array.from({ length: 24 }, () =>
      createOnce(database, actor(null), async (tx) => {
        await sql`select 1 from organizations where id = ${organizationId} for no key update`.execute(tx)
        await sql`select pg_sleep(0.05)`.execute(tx)
        done += 1
      }),
    )
    await createOnce(database, { ...actor(null), organizationId: other }, async () => undefined)
    expect(done).toBeLessThan(8)
    await Promise.all(burst)
    expect(done).toBe(24)
  })

  it('forgets the key if the work fails, so that it can be retried', async () => {
    const failing = createOnce(database, actor(claim('a')), async (tx) => {
      await work(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await createOnce(database, actor(claim('a')), work)
    expect(await effectsKept()).toBe(1)
  })

  it('returns 409 instead of a secret that was shown once', async () => {
    const secret = { ...claim('secret'), encode: null }
    await createOnce(database, actor(secret), work)
    await expect(createOnce(database, actor(secret), work)).rejects.toMatchObject({
      problem: { code: 'idempotency_secret_gone' },
    })
  })

  it('allows reusing a key after a day', async () => {
    await createOnce(database, actor(claim('old')), work)
    await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(database.systemDb)
    await createOnce(database, actor(claim('old', 'other body')), work)
    expect(effects).toBe(2)
  })

  it('separates the keys of organizations', async () => {
    const other = newId('org')
    await database.systemDb.insertInto('organizations').values({ id: other, name: 'other' }).execute()
    await createOnce(database, actor(claim('a')), work)
    await createOnce(database, { ...actor(claim('a')), organizationId: other }, work)
    expect(effects).toBe(2)
  })
})

/** Makes a change that is rolled back with the transaction. */
async function work(tx: Tx): Promise<{ effect: number }> {
  effects += 1
  await sql`update organizations set name = name || '.' where id = current_organization()`.execute(tx)
  return { effect: effects }
}

async function effectsKept(): Promise<number> {
  const row = await database.systemDb
    .selectFrom('idempotency_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

function claim(key: string, request = 'body'): IdempotencyClaim {
  return {
    key,
    requestHash: createHash('sha256').update(request).digest(),
    encode: (result) => ({ status: 201, location: '/things/1', body: result }),
  }
}

function actor(idempotency: IdempotencyClaim | null): Actor {
  return {
    kind: 'user',
    requestId: 'r',
    ip: '127.0.0.1',
    userAgent: '',
    userId: newId('usr'),
    userName: 'ada@example.com',
    sessionId: newId('ses'),
    tokenId: null,
    organizationId,
    role: 'owner',
    permissions: rolePermissions.owner,
    authenticatedAt: new Date(),
    idempotency,
    ifMatch: null,
    projectIds: null,
  }
}
