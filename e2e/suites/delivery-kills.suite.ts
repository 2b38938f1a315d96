/**
 * Notification deliveries while the worker is killed: nothing lost, repeats are identical, order is kept, a slow channel does
 * not delay a fast one.
 *
 * Full: 10,000 deliveries and 20 kills; --quick: 300 and 3.
 *
 * @tier all
 * @budget 120
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../../apps/server/src/testing/internals/database.ts'
import { signUp } from '../support/client.ts'
import { isQuick } from '../support/command-line.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { must } from '../support/setting.ts'
import { checkReceived } from './delivery-kills/check-received.ts'
import { killWorker } from './delivery-kills/kill-worker.ts'
import { publishMany } from './delivery-kills/publish-many.ts'
import { startReceiver } from './delivery-kills/receiver.ts'

const report = new Report('delivery-kills')
/** Deliveries in each of two rounds, to both channels. */
const notices = isQuick ? 75 : 2_500
const kills = isQuick ? 3 : 20
const slowMs = isQuick ? 100 : 30
const deadlineMs = isQuick ? 240_000 : 3_600_000
const megabyte = 1 << 20

{
  await using instance = await startInstance()
  await using fast = await startReceiver({ delayMs: 0 })
  await using slow = await startReceiver({ delayMs: slowMs })
  await using database = createDatabase({ url: instance.databaseUrl, poolSize: 4, applicationName: 'suite' })
  const person = await signUp(instance)
  const { body: me } = await must(instance, 'GET', '/api/v1/auth/me', { token: person.token })
  const organization = String(me.organizations[0].id)
  const connect = async (name: string, url: string) => {
    const body = { kind: 'webhook', name, config: { url }, events: ['server_recovered'] }
    return (await must(instance, 'POST', '/api/v1/notification-connectors', { token: person.token, body })).body
  }
  const connectors = [
    { name: 'fast', receiver: fast, made: await connect('Fast', fast.url) },
    { name: 'slow', receiver: slow, made: await connect('Slow', slow.url) },
  ]

  const publishedMs = Date.now()
  await publishMany(database, organization, notices)
  report.figure('publish_ms', Date.now() - publishedMs)
  // The worker isn't killed until the fast receiver has everything, so that its time and memory are those of one
  // process.
  const before = instance.worker.memory().rss
  let peak = before
  const ends = Date.now() + deadlineMs
  while (fast.ids.size < notices && Date.now() < ends) {
    await delay(250)
    peak = Math.max(peak, instance.worker.memory().rss)
  }
  const fastMs = Date.now() - publishedMs
  const slowLeft = notices - slow.ids.size
  report.figure('fast_ms', fastMs)
  report.figure('fast_each_ms', (fastMs / notices).toFixed(1))
  report.figure('slow_left', slowLeft)
  report.expect(fast.ids.size === notices, `the fast one has ${fast.ids.size} of ${notices}`)
  report.expect(slowLeft > 0, 'the slow one was done before the fast one')
  report.figure('memory_grown_mb', Math.round((peak - before) / megabyte))
  report.expect(peak - before < 128 * megabyte, `memory grew by ${Math.round((peak - before) / megabyte)} MB`)

  // A second batch for both receivers, while the worker is killed over and over.
  await publishMany(database, organization, notices, 'again')
  const all = 2 * notices
  for (let count = 0; count < kills; count += 1) await killWorker(instance, { count, kills, slow, all })
  while ((slow.ids.size < all || fast.ids.size < all) && Date.now() < ends) await delay(250)
  await delay(1_000)
  let deliveries = 0
  for (const { name, receiver, made } of connectors)
    deliveries += await checkReceived(report, { database, name, receiver, connectorId: made.id, key: made.secret })
  report.figure('deliveries', deliveries)
  report.figure('kills', kills)
  report.expect(deliveries === 2 * all, `${deliveries} of ${2 * all} deliveries are known`)
}
report.finish()
