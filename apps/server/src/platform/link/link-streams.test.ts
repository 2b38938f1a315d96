import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { count, echo, produce, through, ticks, wait } from '../../testing/link-calls.ts'
import {
  certificates,
  chunksOf,
  client,
  lengthOf,
  megabyte,
  options,
  seen,
  serve,
  transports,
  until,
  useTestLink,
} from '../../testing/test-link.ts'
import { handleCall } from './call.ts'

useTestLink()

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe.each(Object.entries(transports))('over %s', (_name, transport) => {
  test('bytes flow both ways at once, unchanged', async () => {
    const { connect } = await transport.serve()
    const sent = Array.from({ length: 40 }, (_, at) => randomBytes(at * 4321 + 1))
    const { body } = await client(connect).stream(through, {}, { ...options, body: iterate(sent) })
    const received: Buffer[] = []
    for await (const chunk of body) received.push(chunk)
    expect(Buffer.concat(received).equals(Buffer.concat(sent))).toBe(true)
  })

  test('100 MB up and 100 MB down with constant memory', { timeout: 30_000 }, async () => {
    const { connect } = await transport.serve()
    const link = client(connect)
    const bytes = 100 * megabyte
    const live: number[] = []
    const measured = async function* (source: AsyncIterable<Buffer>) {
      let passed = 0
      for await (const chunk of source) {
        if (Math.floor(passed / (10 * megabyte)) !== Math.floor((passed + chunk.length) / (10 * megabyte))) {
          collectGarbage()
          const { arrayBuffers, heapUsed } = process.memoryUsage()
          live.push((arrayBuffers + heapUsed) / megabyte)
        }
        passed += chunk.length
        yield chunk
      }
    }
    const sent = await link.call(count, {}, { ...options, body: measured(chunksOf(bytes)), deadlineMs: 30_000 })
    expect(sent).toBe(bytes)
    const { body } = await link.stream(produce, { bytes }, options)
    expect(await lengthOf(measured(body))).toBe(bytes)
    expect(live).toHaveLength(20)
    // Buffers are freed some time after they become garbage, hence the peaks; the floor must not rise.
    expect(Math.max(...live) - Math.min(...live)).toBeLessThan(64)
    expect(Math.min(...live.slice(10)) - Math.min(...live.slice(0, 10))).toBeLessThan(4)
  })

  test("a reader that stops reading pauses the worker's stream, and no other", async () => {
    const { connect } = await transport.serve()
    const link = client(connect)
    const { body } = await link.stream(produce, { bytes: 100 * megabyte }, options)
    let last = -1
    while (last !== seen.produced) {
      last = seen.produced
      await delay(100)
    }
    expect(seen.produced).toBeLessThan(4 * megabyte)
    expect(await link.call(echo, { text: 'meanwhile' }, options)).toMatchObject({ text: 'meanwhile' })
    body.destroy()
    await until(() => seen.aborted === 1 && seen.returned === 1)
  })

  test('a worker that stops reading pauses the sender', async () => {
    const { connect } = await transport.serve({
      calls: [handleCall(count, async (_args, { signal }) => once(signal, 'abort').then(() => 0))],
    })
    const controller = new AbortController()
    const call = client(connect).call(
      count,
      {},
      { ...options, body: chunksOf(100 * megabyte), signal: controller.signal },
    )
    call.catch(() => undefined)
    await until(() => seen.produced > 0)
    let last = -1
    while (last !== seen.produced) {
      last = seen.produced
      await delay(100)
    }
    expect(seen.produced).toBeLessThan(4 * megabyte)
    controller.abort()
    await until(() => seen.returned === 1)
  })

  test('a stream that fails midway fails for the reader and never looks complete', async () => {
    const { connect } = await transport.serve()
    const { body } = await client(connect).stream(produce, { bytes: 5 * megabyte, failAt: 2 * megabyte }, options)
    await expect(lengthOf(body)).rejects.toMatchObject({ message: 'disk is gone', problem: { code: 'conflict' } })
  })

  test("a body that fails while it is sent fails the call, and the worker doesn't consider it complete", async () => {
    const { connect } = await transport.serve()
    const call = client(connect).call(count, {}, { ...options, body: chunksOf(5 * megabyte, { failAt: megabyte }) })
    await expect(call).rejects.toMatchObject({ message: 'disk is gone' })
  })

  test('events arrive in order, and leaving early stops the worker', async () => {
    const { connect, server } = await transport.serve()
    const link = client(connect)
    const numbers: number[] = []
    for await (const event of link.events(ticks, { count: 200 }, options)) numbers.push(event.number)
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, at) => at))
    for await (const event of link.events(ticks, { count: 100_000 }, options)) if (event.number === 3) break
    await until(() => server.running === 0)
  })

  test('a worker that dies mid-response is unavailable, and the next call finds the new one', async () => {
    const { connect, server } = await transport.serve()
    const link = client(connect)
    const { body } = await link.stream(produce, { bytes: 100 * megabyte }, options)
    const reading = lengthOf(body)
    reading.catch(() => undefined)
    const waiting = link.call(wait, {}, options)
    waiting.catch(() => undefined)
    await until(() => seen.running === 1)
    await server.close(0)
    await expect(reading).rejects.toMatchObject({ problem: { code: 'unavailable' }, retryAfterSeconds: 2 })
    await expect(waiting).rejects.toMatchObject({ problem: { code: 'unavailable' }, retryAfterSeconds: 2 })
    await expect(link.call(echo, { text: 'down' }, options)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
    await serve('socketPath' in connect ? connect : { ...connect, tls: certificates.server })
    expect(await link.call(echo, { text: 'up' }, options)).toMatchObject({ text: 'up' })
  })

  test('a worker that stops gracefully finishes its calls and accepts no new ones', async () => {
    const { connect, server } = await transport.serve()
    const link = client(connect)
    const { body } = await link.stream(produce, { bytes: 3 * megabyte }, options)
    const closing = server.close(10_000)
    expect(await lengthOf(body)).toBe(3 * megabyte)
    await closing
    await expect(link.call(echo, { text: 'x' }, options)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  })
})

async function* iterate(chunks: Buffer[]) {
  yield* chunks
}
