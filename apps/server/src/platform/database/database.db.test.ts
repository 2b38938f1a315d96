import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createDatabase } from './database.ts'

const { database, url } = await useTestDatabase()

it('reports an error instead of a commit when the transaction swallowed a failed statement', async () => {
  const work = database.system(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    return 'as if nothing had happened'
  })
  await expect(work).rejects.toThrow(/rolled back/)
})

it('prepares marked statements once per connection, and no others', async () => {
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

it('rejects the query and keeps the process alive when a connection is cut in use', async () => {
  const cut = database.system(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(tx)
  })
  await expect(cut).rejects.toThrow()
  await database.ping()
})

it('fails the query in time and replaces the connection when the other end silently disappears', async () => {
  await using line = await openLine(url)
  const limits = { statementMs: 200, responseMs: 400 }
  await using far = createDatabase({ url: line.url, poolSize: 1, applicationName: 'test', limits })
  await far
    .system(async (tx) => {
      await sql`select 1`.execute(tx)
      line.cut()
      await sql`select 1`.execute(tx)
    })
    .then(
      () => expect.unreachable(),
      (error: Error) => expect(error.message).toBe('Query read timeout'),
    )
  expect(await far.system((tx) => sql`select 1 as one`.execute(tx))).toMatchObject({ rows: [{ one: 1 }] })
}, 5_000)

it("gives maintenance statements minutes, but doesn't wait for locks", async () => {
  const show = async (name: string) => {
    const { rows } = await database.maintenance((tx) =>
      sql<{ value: string }>`select current_setting(${name}) as value`.execute(tx),
    )
    return rows[0]?.value
  }
  expect([await show('statement_timeout'), await show('lock_timeout'), await show('role')]).toEqual([
    '5min',
    '2s',
    'longshore_system',
  ])
})

/** A TCP proxy to the database that can be cut without either end noticing. */
async function openLine(target: string) {
  const [, name, folder] = /\/(\w+)\?host=(.*)$/.exec(target) ?? []
  const socketPath = `${decodeURIComponent(folder ?? '')}/.s.PGSQL.5432`
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(socketPath)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/${name}`,
    cut: () => {
      for (const socket of sockets.splice(0)) socket.unpipe().pause()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
