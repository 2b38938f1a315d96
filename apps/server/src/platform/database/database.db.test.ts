import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'

const { database } = await useTestDatabase()

it('a transaction whose failed statement was swallowed is an error, not a commit', async () => {
  const work = database.system(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    return 'as if nothing had happened'
  })
  await expect(work).rejects.toThrow(/rolled back/)
})

it('marked statements are prepared once per connection, others are not', async () => {
  const counts = await database.system(async (tx) => {
    for (const value of [1, 2, 3]) {
      const { rows } = await sql<{ value: number }>`/* prepared */ select ${value}::int as value`.execute(tx)
      expect(rows).toEqual([{ value }])
      await sql`select ${value}::int`.execute(tx)
    }
    return await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(tx)
  })
  expect(counts.rows).toEqual([{ count: 1 }])
})

it('a connection that is cut while in use rejects its query and leaves the process alive', async () => {
  const cut = database.system(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(tx)
  })
  await expect(cut).rejects.toThrow()
  await database.ping()
})
