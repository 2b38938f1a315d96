/**
 * Event streams resume across `kill -9` of the api: 100 clients, no gap and no repetition.
 *
 * @tier all
 * @budget 60
 * @alone
 * @options --seed=N
 */
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../apps/server/src/testing/internals/ids.ts'
import { startPostgres } from '../../apps/server/src/testing/postgres.ts'
import { isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { StreamClient } from '../support/streams/stream-client.ts'
import { startPublisher } from '../support/streams/stream-publisher.ts'
import { insertReaders, tokenFor } from '../support/streams/stream-readers.ts'
import { startStreamServer } from '../support/streams/stream-server.ts'

const clientCount = 100
const organizationCount = 5
const kills = isQuick ? 8 : 100
const eventsPerKill = 50

const report = new Report('stream-resume')
await using postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase()
const organizationIds = Array.from({ length: organizationCount }, () => newId('org'))
const tokens = await insertReaders(databaseUrl, organizationIds, clientCount / organizationCount)
using publisher = startPublisher(databaseUrl)
let server = await startStreamServer(databaseUrl)
const { port } = server

const clients = Array.from({ length: clientCount }, (_, n) => {
  const organizationId = organizationIds[n % organizationCount] ?? ''
  return new StreamClient(
    organizationId,
    { port, token: tokenFor(tokens, organizationId, Math.floor(n / organizationCount)), localAddress: '127.0.0.1' },
    [],
  )
})
await Promise.all(clients.map((client) => client.connect()))

const begin = performance.now()
for (let kill = 0; kill < kills; kill += 1) {
  const publishing = publisher.publish({ organizationIds, perSecond: 200, count: eventsPerKill, textBytes: 100 })
  await delay(Math.random() * 200)
  await server.kill()
  server = await startStreamServer(databaseUrl, port)
  await publishing
}
const last = (kills * eventsPerKill) / organizationCount
const arrived = Promise.all(clients.map((client) => client.reaches(last)))
await Promise.race([arrived, delay(20_000, undefined, { ref: false })])

const behind = clients.filter((client) => client.lastId !== last).length
const faults = clients.reduce((sum, client) => sum + client.outOfOrder, 0)
report.figure('kills', kills)
report.figure('clients', clientCount)
report.figure('events', kills * eventsPerKill)
report.figure('seconds', Math.round((performance.now() - begin) / 1_000))
report.figure('behind', behind)
report.figure('gaps_or_repetitions', faults)
report.expect(behind === 0, `${behind} clients did not get every event`)
report.expect(faults === 0, `${faults} gaps or repetitions`)
for (const client of clients) client.disconnect()
await server[Symbol.asyncDispose]()
publisher[Symbol.dispose]()
await postgres[Symbol.asyncDispose]()
report.finish()
