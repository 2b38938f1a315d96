/**
 * Ten thousand open event streams on one api process: delay, loss, memory, silent readers, reconnects.
 *
 * --quick: 2,000 clients. With --silent-over-tcp clients that never read come over loopback TCP, where the kernel buffers 5 MB
 * each.
 *
 * @tier all
 * @budget 120
 * @alone
 * @options --silent-over-tcp
 */
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../apps/server/src/testing/internals/ids.ts'
import { startPostgres } from '../apps/server/src/testing/postgres.ts'
import { hasFlag, isQuick } from '../e2e/support/command-line.ts'
import { percentile, Report } from '../e2e/support/report.ts'
import { connectSilent, StreamClient, type StreamTarget } from '../e2e/support/streams/stream-client.ts'
import { startPublisher } from '../e2e/support/streams/stream-publisher.ts'
import { insertReaders, tokenFor } from '../e2e/support/streams/stream-readers.ts'
import { startStreamServer } from '../e2e/support/streams/stream-server.ts'

const isOverTcp = hasFlag('silent-over-tcp')
const clientCount = isQuick ? 2_000 : 10_000
const silentCount = 1_000
const organizationCount = 100
const perSecond = 50
const seconds = isQuick ? 6 : 30
const noiseSeconds = isOverTcp ? 30 : 8
const megabyte = 1024 * 1024

const report = new Report('streams')
await using postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase()
const organizationIds = Array.from({ length: organizationCount }, () => newId('org'))
const noisyId = newId('org')
const tokens = new Map([
  ...(await insertReaders(databaseUrl, organizationIds, clientCount / organizationCount)),
  ...(await insertReaders(databaseUrl, [noisyId], silentCount + 1)),
])
await using server = await startStreamServer(databaseUrl)
using publisher = startPublisher(databaseUrl)
using noisyPublisher = startPublisher(databaseUrl)

const latenciesMs: number[] = []
const clients = Array.from({ length: clientCount }, (_, n) => {
  const organizationId = organizationIds[n % organizationCount] ?? ''
  return new StreamClient(organizationId, target(organizationId, Math.floor(n / organizationCount), n), latenciesMs)
})
const published = new Map<string, number>(organizationIds.map((id) => [id, 0]))
const idleRss = await server.rssBytes()
let peakRss = 0
let highestRss = 0
const sampler = setInterval(async () => {
  const rss = await server.rssBytes().catch(() => 0)
  peakRss = Math.max(peakRss, rss)
  highestRss = Math.max(highestRss, rss)
}, 250)

await measureConnecting()
const p99 = await measureSteady()
await measureStorm()
const beforeSilentRss = await settledRss()
await measureSilent(p99)
clearInterval(sampler)
report.figure('rss_idle_mb', round(idleRss / megabyte))
report.figure('rss_highest_mb', round(highestRss / megabyte))
report.expect(highestRss < 500 * megabyte, `RSS ${round(highestRss / megabyte)} MB, under 500 wanted`)
for (const client of clients) client.disconnect()
await server[Symbol.asyncDispose]()
await postgres[Symbol.asyncDispose]()
publisher[Symbol.dispose]()
noisyPublisher[Symbol.dispose]()
report.finish()

async function measureConnecting(): Promise<void> {
  const begin = performance.now()
  for (let start = 0; start < clients.length; start += 500) {
    await Promise.all(clients.slice(start, start + 500).map((client) => client.connect()))
  }
  report.figure('clients', clientCount)
  report.figure('connect_s', round((performance.now() - begin) / 1_000))
}

async function measureSteady(): Promise<number> {
  await publish(organizationIds, { count: organizationCount, textBytes: 200, perSecond: 1_000 })
  await allReadersUpToDate()
  latenciesMs.length = 0
  const cpuBefore = await server.cpuMs()
  const took = await publish(organizationIds, { count: perSecond * seconds, textBytes: 200, perSecond })
  await allReadersUpToDate()
  const cpuMs = (await server.cpuMs()) - cpuBefore
  const { lost, repeated } = countFaults()
  const p99Ms = percentile(latenciesMs, 0.99)
  report.figure('events_per_s', round((perSecond * seconds) / took))
  report.figure('deliveries', latenciesMs.length)
  report.figure('p50_ms', round(percentile(latenciesMs, 0.5)))
  report.figure('p99_ms', round(p99Ms))
  report.figure('max_ms', round(percentile(latenciesMs, 1)))
  report.figure('lost', lost)
  report.figure('repeated', repeated)
  report.figure('server_cpu_percent', round(cpuMs / took / 10))
  report.figure('kb_per_stream', round((peakRss - idleRss) / 1024 / clientCount))
  report.figure('rss_steady_mb', round(peakRss / megabyte))
  report.expect(p99Ms < 1_000, `p99 ${round(p99Ms)} ms, under 1000 wanted`)
  report.expect(lost === 0 && repeated === 0, `${lost} events lost, ${repeated} repeated or out of order`)
  return p99Ms
}

/** All connections break at once, events happen in the meantime, and all reconnect at once and must catch up. */
async function measureStorm(): Promise<void> {
  for (const client of clients) client.disconnect()
  await publish(organizationIds, { count: organizationCount * 2, textBytes: 200, perSecond: 1_000 })
  const begin = performance.now()
  for (const client of clients) void client.connect()
  await allReadersUpToDate()
  const took = (performance.now() - begin) / 1_000
  const { lost, repeated } = countFaults()
  report.figure('storm_s', round(took))
  report.figure('storm_lost', lost + repeated)
  report.expect(took < 30, `all clients were back after ${round(took)} s, under 30 wanted`)
  report.expect(lost + repeated === 0, `${lost} events lost and ${repeated} repeated over the reconnect`)
}

/** Silent clients on a stream of 300 kB a second; the other clients continue as before. */
async function measureSilent(healthyP99: number): Promise<void> {
  for (let n = 0; n < silentCount; n += 1) {
    const { token, ...overTcp } = target(noisyId, n, n)
    await connectSilent(isOverTcp ? { ...overTcp, host: '127.0.0.1' } : { path: server.socketPath }, token)
  }
  await reaches(async () => (await server.openStreams()) === clientCount + silentCount, 10)
  peakRss = 0
  latenciesMs.length = 0
  const begin = performance.now()
  const noise = { organizationIds: [noisyId], count: 20 * noiseSeconds, textBytes: 15_000, perSecond: 20 }
  const [isDropped] = await Promise.all([
    reaches(async () => (await server.openStreams()) === clientCount, 30).then((isReached) => {
      report.figure('silent_dropped_s', round((performance.now() - begin) / 1_000))
      return isReached
    }),
    noisyPublisher.publish(noise),
    publish(organizationIds, { count: perSecond * noiseSeconds, textBytes: 200, perSecond }),
  ])
  await allReadersUpToDate()
  const grownMb = (peakRss - beforeSilentRss) / megabyte
  const p99Ms = percentile(latenciesMs, 0.99)
  const { lost, repeated } = countFaults()
  report.figure('silent', silentCount)
  report.figure('silent_rss_grown_mb', round(grownMb))
  report.figure('healthy_p99_ms', round(p99Ms))
  report.figure('healthy_p99_ratio', round(p99Ms / healthyP99))
  report.expect(grownMb < 50, `RSS grew by ${round(grownMb)} MB with silent clients, under 50 wanted`)
  report.expect(isDropped, 'silent clients were still open after 30 s')
  // A ratio, because the machine itself can be slow: silent clients must not slow the others down.
  const allowedMs = Math.max(1_000, 3 * healthyP99)
  report.expect(p99Ms < allowedMs, `p99 ${round(p99Ms)} ms beside silent clients, under ${round(allowedMs)} wanted`)
  report.expect(lost + repeated === 0, `${lost} events lost and ${repeated} repeated beside silent clients`)
  await measureResume(noisyId, noise.count)
}

/** A dropped client reconnects and gets everything that it missed. */
async function measureResume(organizationId: string, count: number): Promise<void> {
  const client = new StreamClient(organizationId, target(organizationId, silentCount, 0), [])
  client.lastId = 0
  void client.connect()
  await Promise.race([client.reaches(count), delay(20_000, undefined, { ref: false })])
  client.disconnect()
  report.expect(client.lastId === count && client.outOfOrder === 0, 'a dropped client did not resume without a gap')
}

async function publish(to: string[], order: { count: number; textBytes: number; perSecond: number }): Promise<number> {
  const took = await publisher.publish({ organizationIds: to, ...order })
  for (let n = 0; n < order.count; n += 1) {
    const id = to[n % to.length] ?? ''
    published.set(id, (published.get(id) ?? 0) + 1)
  }
  return took
}

async function allReadersUpToDate(): Promise<void> {
  const all = Promise.all(clients.map((client) => client.reaches(published.get(client.organizationId) ?? 0)))
  await Promise.race([all, delay(30_000, undefined, { ref: false })])
}

function countFaults(): { lost: number; repeated: number } {
  let lost = 0
  let repeated = 0
  for (const client of clients) {
    lost += (published.get(client.organizationId) ?? 0) - (client.lastId ?? 0)
    repeated += client.outOfOrder
  }
  return { lost, repeated }
}

async function settledRss(): Promise<number> {
  await delay(2_000)
  return await server.rssBytes()
}

async function reaches(isTrue: () => Promise<boolean>, withinSeconds: number): Promise<boolean> {
  const deadline = performance.now() + withinSeconds * 1_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await delay(100)
  }
  return true
}

function target(organizationId: string, reader: number, n: number): StreamTarget {
  // Several source addresses: one has too few free ports for ten thousand reconnecting connections.
  const localAddress = `127.0.0.${2 + (n % 8)}`
  return { port: server.port, token: tokenFor(tokens, organizationId, reader), localAddress }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
