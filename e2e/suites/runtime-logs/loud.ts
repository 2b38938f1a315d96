/**
 * Ten containers that print a thousand lines per second each: a fast reader keeps up, a slow one is disconnected and
 * loses nothing.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../support/command-line.ts'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { percentile } from '../../support/report.ts'
import { openStream } from '../../support/streams/sse-reader.ts'
import { type Printers, printerFiles, printerServices, Tally } from './printers.ts'

const printers: Printers = { containers: 10, perSecond: 1_000, seconds: isQuick ? 10 : 60, padding: 200 }
/** Time to be live everywhere before the first line. */
const startAfterSeconds = 20
const limitMs = (startAfterSeconds + printers.seconds) * 1_000 + 90_000
const maxGrownMb = 200
const pauseMs = 15_000

export async function proveLoud(testEnv: DeployTestEnv): Promise<void> {
  const { report, instance } = testEnv
  const files = printerFiles(printers, startAfterSeconds)
  const app = await testEnv.createApp('loud', { files, services: printerServices(printers) })
  const before = memoryOf(testEnv)
  const quick = { tally: new Tally(printers), lags: [] as number[], cuts: 0 }
  const slow = { tally: new Tally(printers), lags: [] as number[], cuts: 0 }
  const deadline = AbortSignal.timeout(limitMs)
  const reading = Promise.all([
    follow(testEnv, app, { reader: quick, deadline, pauses: 0 }),
    follow(testEnv, app, { reader: slow, deadline, pauses: 2 }),
  ])
  const peak = { api: 0, worker: 0 }
  const timer = setInterval(() => {
    const now = memoryOf(testEnv)
    peak.api = Math.max(peak.api, now.api)
    peak.worker = Math.max(peak.worker, now.worker)
  }, 250)
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(deployment.status === 'live', `ten containers are live: ${JSON.stringify(deployment.error)}`)
  await reading
  clearInterval(timer)
  const lag = percentile(quick.lags, 0.99)
  report.figure('lines', quick.tally.received)
  report.figure('lag_p99_ms', Math.round(lag))
  report.figure('quick_cuts', quick.cuts)
  report.figure('slow_cuts', slow.cuts)
  report.figure('api_grew_mb', Math.round(peak.api - before.api))
  report.figure('worker_grew_mb', Math.round(peak.worker - before.worker))
  report.expect(quick.tally.shortfall === null, `the quick reader has every line once: ${quick.tally.shortfall}`)
  report.expect(slow.tally.shortfall === null, `the slow reader has every line once: ${slow.tally.shortfall}`)
  report.expect(slow.cuts > 0, 'the slow reader was cut off')
  report.expect(peak.api - before.api < maxGrownMb, `the api grew by ${peak.api - before.api} MB`)
  report.expect(peak.worker - before.worker < maxGrownMb, `the worker grew by ${peak.worker - before.worker} MB`)
  report.expect(lag < 10_000, `the quick reader keeps up: ${lag} ms behind`)
  if (!instance.api.isRunning || !instance.worker.isRunning) report.expect(false, 'both processes keep running')
}

interface Reader {
  tally: Tally
  lags: number[]
  cuts: number
}

/** Comes back with the last id after each cut, as clients do. `pauses`: how often it does nothing for a while, longer than all buffers in between can hide. */
async function follow(
  { instance, person }: DeployTestEnv,
  app: App,
  { reader, deadline, pauses }: { reader: Reader; deadline: AbortSignal; pauses: number },
): Promise<void> {
  let left = pauses
  let lastEventId: string | null = null
  const path = `/environments/${app.environmentId}/logs/follow`
  while (!reader.tally.isComplete && !deadline.aborted) {
    using stream = await openStream(instance, person, { path, lastEventId })
    // Without a timeout, a stream without further events would be waited for forever.
    const leave = () => stream[Symbol.dispose]()
    deadline.addEventListener('abort', leave, { once: true })
    let nextPauseAt = Date.now() + 200
    try {
      for await (const { id, event, data } of stream.events()) {
        if (event === 'lines') take(reader, data)
        // Only received lines count: an error has no id.
        lastEventId = id ?? lastEventId
        if (reader.tally.isComplete || deadline.aborted) return
        if (left === 0 || reader.tally.received === 0 || Date.now() < nextPauseAt) continue
        left -= 1
        await delay(pauseMs)
        nextPauseAt = Date.now() + 500
      }
    } catch {
      // The server can disconnect a reader in the middle of a frame.
    }
    deadline.removeEventListener('abort', leave)
    reader.cuts += 1
    await delay(100)
  }
}

function take({ tally, lags }: Reader, data: { service: string | null; lines: { at: string; text: string }[] }): void {
  for (const { text } of data.lines) tally.add({ service: data.service, text })
  const last = data.lines.at(-1)
  if (last !== undefined) lags.push(Date.now() - Date.parse(last.at))
}

function memoryOf({ instance }: DeployTestEnv): { api: number; worker: number } {
  return { api: instance.api.memory().pss / 1e6, worker: instance.worker.memory().pss / 1e6 }
}
