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
  it('hears every notification in order, also when several begin to listen at once', async () => {
    const heard: string[] = []
    await Promise.all(
      ['test_channel', 'second', 'third'].map((channel) => listener.listen(channel, (payload) => heard.push(payload))),
    )
    for (const payload of ['a', 'b', 'c']) await notify(payload)
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b', 'c']))
  })

  it('comes back after its connection was cut, listens to the same channels, and says that it was away', async () => {
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
})

/** As the owner: the roles of the application may not end other sessions. */
async function cutConnections(applicationName: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [applicationName],
  )
  await client.end()
}
