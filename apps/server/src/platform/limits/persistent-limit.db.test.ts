import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { consumeLimit, removeExpiredLimits, resetLimit } from './persistent-limit.ts'

const { database } = await useTestDatabase()
const policy = { name: 'test', limit: 5, windowSeconds: 60 }

describe('consumeLimit', () => {
  it('allows exactly its number under 100 parallel attempts', async () => {
    const states = await Promise.all(
      Array.from({ length: 100 }, () => consumeLimit(database.systemDb, policy, 'parallel')),
    )
    expect(states.filter((state) => state.allowed)).toHaveLength(5)
    expect(
      states.filter((state) => !state.allowed).every((state) => state.resetSeconds > 50 && state.resetSeconds <= 60),
    ).toBe(true)
  })

  it('starts over when the window has passed', async () => {
    for (let count = 0; count < 6; count += 1) await consumeLimit(database.systemDb, policy, 'passed')
    await sql`update rate_limits set expires_at = now() - interval '1 second'`.execute(database.systemDb)
    expect(await consumeLimit(database.systemDb, policy, 'passed')).toMatchObject({ allowed: true, remaining: 4 })
  })

  it('separates policies and subjects', async () => {
    for (let count = 0; count < 6; count += 1) await consumeLimit(database.systemDb, policy, 'one')
    expect((await consumeLimit(database.systemDb, policy, 'other')).allowed).toBe(true)
    expect((await consumeLimit(database.systemDb, { ...policy, name: 'second' }, 'one')).allowed).toBe(true)
  })

  it('is cleared by a reset', async () => {
    for (let count = 0; count < 6; count += 1) await consumeLimit(database.systemDb, policy, 'reset')
    await resetLimit(database.systemDb, policy, 'reset')
    expect((await consumeLimit(database.systemDb, policy, 'reset')).allowed).toBe(true)
  })

  it('keeps active limits when old rows are removed', async () => {
    for (let count = 0; count < 6; count += 1) await consumeLimit(database.systemDb, policy, 'kept')
    await removeExpiredLimits(database)
    expect((await consumeLimit(database.systemDb, policy, 'kept')).allowed).toBe(false)
  })
})
