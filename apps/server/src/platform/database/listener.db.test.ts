import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createLog } from '../log/log.ts'
import { createListener } from './listener.ts'

const { url, database } = await useTestDatabase()
const listener = createListener({
  url,
  applicationName: 'listener-test',
  log: createLog({ level: 'silent', process: 'test' }),
})
await listener.start()
afterAll(() => listener[Symbol.asyncDispose]())

const notify = (payload: string) => sql`select pg_notify('test_channel', ${payload})`.execute(database.systemDb)

describe('listener', () => {
  it('receives every notification in order, also when several subscribers start at once', async () => {
    const heard: string[] = []
    await Promise.all(
      ['test_channel', 'second', 'third'].map((channel) => listener.listen(channel, (payload) => heard.push(payload))),
    )
    for (const payload of ['a', 'b', 'c']) await notify(payload)
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b', 'c']))
  })

  it('reconnects after its connection was cut, listens to the same channels, and reports the reconnect', async () => {
    const heard: string[] = []
    let returns = 0
    await listener.listen('test_channel', (payload) => heard.push(payload))
    listener.onReconnect(() => {
      returns += 1
    })
    await cutConnections('listener-test-listen')
    await vi.waitFor(() => expect(returns).toBe(1), { timeout: 10_000 })
    await notify('after')
    await vi.waitFor(() => expect(heard).toContain('after'))
  })

  it('keeps one connection and delivers each notification once when a connection breaks before it listens', async () => {
    const heard: string[] = []
    let returns = 0
    await listener.listen('test_channel', (payload) => heard.push(payload))
    listener.onReconnect(() => {
      returns += 1
    })
    const { query } = pg.Client.prototype
    let isBroken = false
    const breaks = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const isFirst = !isBroken && String(args[0]).startsWith('listen ')
      isBroken ||= isFirst
      return Reflect.apply(query, this, isFirst ? ['select pg_terminate_backend(pg_backend_pid())'] : args)
    })
    await cutConnections('listener-test-listen')
    await vi.waitFor(() => expect(returns).toBeGreaterThan(0), { timeout: 10_000 })
    breaks.mockRestore()
    // A second reconnect loop would connect within its first pause.
    await vi.waitFor(async () => expect(await countConnections('listener-test-listen')).toBe(1), { timeout: 10_000 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await countConnections('listener-test-listen')).toBe(1)
    await notify('once')
    await vi.waitFor(() => expect(heard).toContain('once'))
    expect(heard.filter((payload) => payload === 'once')).toHaveLength(1)
    expect(returns).toBe(1)
  })
})

const owner = new pg.Pool({ connectionString: url, max: 1 })
afterAll(() => owner.end())

/** Runs as the owner, because the application roles can't terminate other sessions. */
async function cutConnections(applicationName: string): Promise<void> {
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [applicationName],
  )
}

async function countConnections(applicationName: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where application_name = $1 and datname = current_database()',
    [applicationName],
  )
  return rows[0]?.count ?? 0
}
