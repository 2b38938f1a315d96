import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { unavailable } from '../../platform/link/link-problems.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { testLimits } from './test-connection.limits.ts'
import type { ConnectionTestEvent, TestConnection } from './test-connection.schemas.ts'
import { createConnectionTestsService } from './test-connection.service.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
let organizationId = newId('org')

beforeEach(async () => {
  await sql`delete from rate_limits`.execute(database.systemDb)
  organizationId = newId('org')
  await superuser.query(`insert into organizations (id, name) values ($1, 'Tests')`, [organizationId])
})

function newActor(): Actor {
  return testActor(organizationId)
}

const running: ConnectionTestEvent = {
  event: 'stage',
  data: { stage: 'dns', status: 'running', detail: null, hint: null, code: null, durationMs: null },
}
const failed: ConnectionTestEvent = {
  event: 'stage',
  data: { stage: 'dns', status: 'failed', detail: 'x', hint: 'y', code: 'dns_failed', durationMs: 1 },
}

/** The worker's side of the link. */
function linkThat(events: () => AsyncGenerator<ConnectionTestEvent>): Pick<LinkClient, 'events'> {
  return { events: events as unknown as LinkClient['events'] }
}

const answering = linkThat(async function* () {
  yield running
  yield failed
})
const never = new AbortController().signal
const body = (changes: Partial<TestConnection> = {}): TestConnection =>
  ({ host: 'server-1.example.com', port: 22, username: 'root', ...changes }) as TestConnection

describe('connection test', () => {
  const tests = createConnectionTestsService({ database, link: answering, maximumParallel: 1_000 })

  it("sends that it began, once, then the worker's events", async () => {
    const events: ConnectionTestEvent[] = []
    for await (const event of await tests.begin(newActor(), body(), never)) events.push(event)
    expect(events).toEqual([running, failed])
  })

  it('sends that it began without waiting for a slow worker', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = linkThat(async function* () {
      await promise
      yield running
      yield failed
    })
    const begun = await createConnectionTestsService({ database, link: slow }).begin(newActor(), body(), never)
    const events = begun[Symbol.asyncIterator]()
    expect((await events.next()).value).toEqual(running)
    resolve()
    expect((await events.next()).value).toEqual(failed)
  })

  it('is refused before the stream if no worker is available', async () => {
    const gone = linkThat(async function* () {
      yield await Promise.reject(unavailable('The worker is down.', 1))
    })
    const service = createConnectionTestsService({ database, link: gone })
    await expect(service.begin(newActor(), body(), never)).rejects.toMatchObject({ problem: { status: 503 } })
  })

  it('records who tested what in the audit log, without the key', async () => {
    await tests.begin(newActor(), body({ privateKey: 'TOP-SECRET', passphrase: 'PASS-SECRET' }), never)
    const { rows } = await superuser.query('select action, detail::text from audit_log where organization_id = $1', [
      organizationId,
    ])
    expect(rows).toEqual([
      { action: 'server.connection_tested', detail: '{"host": "server-1.example.com", "port": 22}' },
    ])
  })

  it('returns 404 for a server of another organization, and nothing is written', async () => {
    await expect(tests.begin(newActor(), { serverId: newId('srv') }, never)).rejects.toMatchObject({
      problem: { code: 'not_found' },
    })
    const { rows } = await superuser.query('select 1 from audit_log where organization_id = $1', [organizationId])
    expect(rows).toEqual([])
  })
})

describe('limits of connection tests', () => {
  const tests = createConnectionTestsService({ database, link: answering, maximumParallel: 1_000 })
  const limited = { problem: { code: 'rate_limited' } }

  it('ten a minute per user', async () => {
    const actor = newActor()
    for (let count = 0; count < 10; count += 1) await tests.begin(actor, body(), never)
    await expect(tests.begin(actor, body(), never)).rejects.toMatchObject({
      ...limited,
      limit: { policy: testLimits.perUser },
    })
    await tests.begin(newActor(), body(), never)
  })

  it('few different targets per organization; known ones stay allowed', async () => {
    const { limit } = testLimits.placesPerOrganization
    for (let port = 1; port <= limit; port += 1) await tests.begin(newActor(), body({ port }), never)
    await expect(tests.begin(newActor(), body({ port: limit + 1 }), never)).rejects.toMatchObject(limited)
    await expect(tests.begin(newActor(), body({ host: 'other' }), never)).rejects.toMatchObject(limited)
    await tests.begin(newActor(), body({ port: 1, host: 'SERVER-1.example.com' }), never)
  })

  it('limits how often one target is tested, across all users', async () => {
    const { limit } = testLimits.perPlace
    for (let count = 0; count < limit; count += 1) await tests.begin(newActor(), body(), never)
    organizationId = newId('org')
    await superuser.query(`insert into organizations (id, name) values ($1, 'Others')`, [organizationId])
    await expect(tests.begin(newActor(), body(), never)).rejects.toMatchObject(limited)
  })

  it('few concurrent tests per organization, and a place is free again when the client has left', async () => {
    const service = createConnectionTestsService({ database, link: answering, maximumParallel: 2 })
    const clients = [new AbortController(), new AbortController()]
    for (const client of clients) await service.begin(newActor(), body(), client.signal)
    await expect(service.begin(newActor(), body(), never)).rejects.toMatchObject(limited)
    clients[0]?.abort()
    await service.begin(newActor(), body(), never)
    await expect(service.begin(newActor(), body(), never)).rejects.toMatchObject(limited)
  })
})
