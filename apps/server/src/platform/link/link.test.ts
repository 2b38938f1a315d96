/** The same promises over a unix socket and over mutual TLS, with real sockets. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type ClientHttp2Session, connect as connectHttp } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestCertificates } from '../../testing/test-certificates.ts'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { brandId } from '../ids/brand.ts'
import { Time } from '../ids/type-id.schemas.ts'
import { createLog } from '../log/log.ts'
import { createSealer, type Sealer } from '../secrets/seal.ts'
import { Secret } from '../secrets/secret.ts'
import { createUnsealer, generateIdentity, type Unsealer } from '../secrets/unseal.ts'
import {
  defineCall,
  defineEvents,
  defineStream,
  handleCall,
  handleEvents,
  handleStream,
  type LinkHandler,
  secretArgument,
} from './call.ts'
import type { LinkAddress } from './endpoint.ts'
import { encodeFrame, frameTypes, readFrames } from './frames.ts'
import { createLinkClient, type LinkClient } from './link-client.ts'
import { fromWireProblem, linkProblems } from './link-problems.ts'
import { createLinkServer, type LinkServer, type LinkServerOptions } from './link-server.ts'
import { LinkSessions } from './link-session.ts'
import { packArguments } from './sealed-arguments.ts'
import { sha256Of, signToken, type TokenClaims, tokenKeysOf } from './token.ts'

const key = new Secret(randomBytes(32))
const organizationId = brandId<'org'>('01890000-0000-7000-8000-000000000001')
const options = { organizationId }
const megabyte = 1 << 20

const echo = defineCall({
  name: 'test.echo',
  args: z.strictObject({ text: z.string(), at: Time.optional() }),
  result: z.strictObject({ text: z.string(), at: Time.optional(), by: z.string(), of: z.string() }),
})
const signIn = defineCall({
  name: 'test.sign-in',
  args: z.strictObject({
    user: z.string(),
    keys: z.array(z.strictObject({ value: secretArgument() })),
    fail: z.boolean(),
  }),
  result: z.strictObject({ length: z.int() }),
})
const wait = defineCall({ name: 'test.wait', args: z.strictObject({}), result: z.null() })
const fail = defineCall({ name: 'test.fail', args: z.strictObject({ how: z.string() }), result: z.null() })
const count = defineCall({ name: 'test.count', args: z.strictObject({}), result: z.int(), takesBody: true })
const produce = defineStream({
  name: 'test.produce',
  args: z.strictObject({ bytes: z.int(), failAt: z.int().optional() }),
  head: z.strictObject({ bytes: z.int() }),
})
const through = defineStream({ name: 'test.through', args: z.strictObject({}), head: z.null(), takesBody: true })
const ticks = defineEvents({
  name: 'test.ticks',
  args: z.strictObject({ count: z.int() }),
  event: z.strictObject({ number: z.int(), text: z.string() }),
})

/** What the handlers saw. */
const seen = { running: 0, aborted: 0, produced: 0, returned: 0, lines: [] as string[], secrets: [] as Secret[] }
const log = createLog({ level: 'debug', process: 'test', destination: { write: (line) => void seen.lines.push(line) } })

const handlers: LinkHandler[] = [
  handleCall(echo, async (args, context) => ({ ...args, by: context.actorId ?? '', of: context.organizationId ?? '' })),
  handleCall(signIn, async ({ keys, fail: mustFail }) => {
    seen.secrets = keys.map((each) => each.value)
    const text = keys.map((each) => each.value.reveal()).join()
    if (mustFail) throw new AppError(platformProblems.conflict, `refused: ${text}`, { cause: new Error(text) })
    return { length: text.length }
  }),
  handleCall(wait, async (_args, { signal }) => {
    seen.running += 1
    await once(signal, 'abort')
    seen.aborted += 1
    // Longer than any caller waits: a handler that ignores its signal must not matter.
    await delay(60_000, undefined, { ref: false })
    return null
  }),
  handleCall(fail, async ({ how }) => {
    if (how === 'known') {
      throw new AppError(platformProblems.rate_limited, 'the forge is slow', {
        hint: 'wait',
        retryAfterSeconds: 7,
        errors: [{ pointer: '/a', code: 'b', message: 'c' }],
        extra: { left: 3 },
      })
    }
    throw new Error('inner detail of the worker')
  }),
  handleCall(count, async (_args, { body }) => {
    let bytes = 0
    for await (const chunk of body) bytes += chunk.length
    return bytes
  }),
  handleStream(produce, async ({ bytes, failAt }, { signal }) => ({
    head: { bytes },
    body: chunksOf(bytes, { failAt, onAbort: signal }),
  })),
  handleStream(through, async (_args, { body }) => ({ head: null, body })),
  handleEvents(ticks, async function* ({ count: total }) {
    for (let number = 0; number < total; number += 1) yield { number, text: 'x'.repeat(number * 1000) }
  }),
]

async function* chunksOf(bytes: number, end: { failAt?: number | undefined; onAbort?: AbortSignal } = {}) {
  const chunk = Buffer.alloc(100_000, 7)
  end.onAbort?.addEventListener('abort', () => {
    seen.aborted += 1
  })
  try {
    for (let sent = 0; sent < bytes; sent += chunk.length) {
      if (end.failAt !== undefined && sent >= end.failAt) throw new AppError(platformProblems.conflict, 'disk is gone')
      seen.produced += chunk.length
      yield chunk.subarray(0, bytes - sent)
    }
  } finally {
    seen.returned += 1
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function until(holds: () => boolean, deadlineMs = 5_000): Promise<void> {
  const end = performance.now() + deadlineMs
  while (!holds()) {
    if (performance.now() > end) throw new Error('did not happen in time')
    await delay(5)
  }
}

async function lengthOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

let folder: string
let certificates: Awaited<ReturnType<typeof createTestCertificates>>
let strangers: Awaited<ReturnType<typeof createTestCertificates>>
let unsealer: Unsealer
let sealer: Sealer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-link-'))
  const pair = await generateIdentity()
  sealer = createSealer(pair.recipient)
  unsealer = await createUnsealer([pair.identity])
  certificates = await createTestCertificates()
  strangers = await createTestCertificates()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open: (AsyncDisposable | Disposable)[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) {
    if (Symbol.asyncDispose in each) await each[Symbol.asyncDispose]()
    else each[Symbol.dispose]()
  }
  Object.assign(seen, { running: 0, aborted: 0, produced: 0, returned: 0, lines: [], secrets: [] })
})

async function serve(listen: LinkAddress, more: Partial<LinkServerOptions> = {}): Promise<LinkServer> {
  const server = await createLinkServer({ listen, key, unsealer, calls: handlers, log, ...more })
  open.push(server)
  return server
}

function client(connect: LinkAddress, more: { key?: Secret; sealer?: Sealer } = {}): LinkClient {
  const made = createLinkClient({ connect, key, sealer, ...more })
  open.push(made)
  return made
}

interface Transport {
  serve(more?: Partial<LinkServerOptions>): Promise<{ server: LinkServer; connect: LinkAddress }>
}

const transports: Record<string, Transport> = {
  'unix socket': {
    async serve(more) {
      const connect = { socketPath: join(folder, `${randomBytes(4).toString('hex')}.sock`) }
      return { connect, server: await serve(connect, more) }
    },
  },
  'mutual TLS': {
    async serve(more) {
      const server = await serve({ host: '127.0.0.1', port: 0, tls: certificates.server }, more)
      return { server, connect: { host: '127.0.0.1', port: server.port ?? 0, tls: certificates.client } }
    },
  },
}

/** A call made by hand, for tokens that the client would never make. */
async function rawCall(
  http: ClientHttp2Session,
  name: string,
  token: string,
  frame: Buffer,
): Promise<AppError | 'accepted'> {
  const stream = http.request({ ':method': 'POST', ':path': `/call/${name}`, 'x-link-token': token })
  stream.on('error', () => undefined)
  stream.write(frame)
  stream.end(encodeFrame(frameTypes.end, Buffer.alloc(0)))
  for await (const answer of readFrames(stream)) {
    if (answer.type === frameTypes.failed) return fromWireProblem(answer.content)
  }
  return 'accepted'
}

async function forge(connect: LinkAddress, change: Partial<TokenClaims> = {}, signedWith = key) {
  const sessions = new LinkSessions(connect, tokenKeysOf(key))
  open.push(sessions)
  const session = await sessions.get()
  const id = randomBytes(16).toString('base64url')
  const args = await packArguments(sealer, { call: echo.name, tokenId: id, organizationId }, { text: 'hello' })
  const claims = {
    id,
    boot: session.boot,
    call: echo.name,
    argsSha256: sha256Of(args),
    organizationId,
    actorId: null,
    expiresAt: session.nowMs() + 10_000,
    deadlineMs: 5_000,
  }
  const token = signToken(tokenKeysOf(signedWith), { ...claims, ...change })
  return { session, token, args, frame: encodeFrame(frameTypes.head, args) }
}

describe.each(Object.entries(transports))('over %s', (_name, transport) => {
  test('arguments arrive, the result comes back, and the handler knows for whom it works', async () => {
    const { connect } = await transport.serve()
    const at = new Date('2026-11-15T09:30:00.000Z')
    const result = await client(connect).call(echo, { text: 'grüße', at }, { organizationId, actorId: 'usr_1' })
    expect(result).toEqual({ text: 'grüße', at, by: 'usr_1', of: organizationId })
  })

  test('a hundred calls at once share one connection', async () => {
    const { connect, server } = await transport.serve()
    const link = client(connect)
    const texts = Array.from({ length: 100 }, (_, at) => `${at}`)
    const results = await Promise.all(texts.map((text) => link.call(echo, { text }, options)))
    expect(results.map((result) => result.text)).toEqual(texts)
    await until(() => server.running === 0)
  })

  test('an AppError of the handler is the same AppError for the caller', async () => {
    const { connect } = await transport.serve()
    await expect(client(connect).call(fail, { how: 'known' }, options)).rejects.toMatchObject({
      name: 'AppError',
      problem: platformProblems.rate_limited,
      message: 'the forge is slow',
      hint: 'wait',
      retryAfterSeconds: 7,
      errors: [{ pointer: '/a', code: 'b', message: 'c' }],
      extra: { left: 3 },
    })
  })

  test('any other error is an internal error, told to the log and not to the caller', async () => {
    const { connect } = await transport.serve()
    const error = await client(connect)
      .call(fail, { how: 'other' }, options)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ problem: { code: 'internal_error' } })
    expect(JSON.stringify(error) + String(error)).not.toContain('inner detail')
    expect(seen.lines.join()).toContain('inner detail')
  })

  test('a secret argument arrives as a Secret and is nowhere else: not in answers, not in the log', async () => {
    const { connect } = await transport.serve()
    const link = client(connect)
    const keys = ['first-secret-value', 'second-secret-value'].map((value) => ({ value: new Secret(value) }))
    expect(await link.call(signIn, { user: 'u', keys, fail: false }, options)).toEqual({ length: 38 })
    expect(seen.secrets.map((secret) => secret.reveal())).toEqual(['first-secret-value', 'second-secret-value'])
    const error = await link.call(signIn, { user: 'u', keys, fail: true }, options).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ message: 'refused: [secret],[secret]' })
    expect(seen.lines.join()).not.toMatch(/(first|second)-secret-value/)
  })

  test('a secret sealed to another worker is refused', async () => {
    const { connect } = await transport.serve()
    const other = createSealer((await generateIdentity()).recipient)
    const args = { user: 'u', keys: [{ value: new Secret('x') }], fail: false }
    await expect(client(connect, { sealer: other }).call(signIn, args, options)).rejects.toMatchObject({
      refusal: 'unsealable',
    })
  })

  describe('a token is refused', () => {
    test('the second time', async () => {
      const { connect } = await transport.serve()
      const { session, token, frame } = await forge(connect)
      expect(await rawCall(session.http, echo.name, token, frame)).toBe('accepted')
      expect(await rawCall(session.http, echo.name, token, frame)).toMatchObject({ refusal: 'replayed' })
    })

    test('the second of fifty at once, and every one after it', async () => {
      const { connect } = await transport.serve()
      const { session, token, frame } = await forge(connect)
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => rawCall(session.http, echo.name, token, frame)),
      )
      expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    })

    test('after it expired, and when it would live too long', async () => {
      const { connect } = await transport.serve()
      const late = await forge(connect, { expiresAt: 0 })
      expect(await rawCall(late.session.http, echo.name, late.token, late.frame)).toMatchObject({ refusal: 'expired' })
      const long = await forge(connect, { expiresAt: Number.MAX_SAFE_INTEGER })
      expect(await rawCall(long.session.http, echo.name, long.token, long.frame)).toMatchObject({ refusal: 'expired' })
    })

    test('with other arguments', async () => {
      const { connect } = await transport.serve()
      const { session, token, args } = await forge(connect)
      const altered = Buffer.from(args.toString().replace('hello', 'hallo'))
      const answer = await rawCall(session.http, echo.name, token, encodeFrame(frameTypes.head, altered))
      expect(answer).toMatchObject({ refusal: 'other_arguments' })
    })

    test('for another call', async () => {
      const { connect } = await transport.serve()
      const { session, token, frame } = await forge(connect)
      expect(await rawCall(session.http, fail.name, token, frame)).toMatchObject({ refusal: 'other_call' })
    })

    test('signed with another key, altered, or missing', async () => {
      const { connect } = await transport.serve()
      const { session, token, frame } = await forge(connect, {}, new Secret(randomBytes(32)))
      expect(await rawCall(session.http, echo.name, token, frame)).toMatchObject({ refusal: 'forged' })
      const good = await forge(connect)
      const claims = JSON.parse(Buffer.from(good.token.split('.')[0] ?? '', 'base64url').toString())
      const widened = Buffer.from(JSON.stringify({ ...claims, organizationId: null })).toString('base64url')
      for (const text of [`${widened}.${good.token.split('.')[1]}`, good.token.slice(0, -2), `${good.token}.x`, ''])
        expect(await rawCall(session.http, echo.name, text, frame)).toMatchObject({ refusal: 'forged' })
    })

    test('of a worker that has restarted since', async () => {
      const { connect, server } = await transport.serve()
      const { session, token, frame } = await forge(connect)
      await server.close(0)
      session.http.destroy()
      const listen = 'socketPath' in connect ? connect : { ...connect, tls: certificates.server }
      await serve(listen)
      const again = await forge(connect)
      expect(await rawCall(again.session.http, echo.name, token, frame)).toMatchObject({ refusal: 'other_boot' })
    })
  })

  test('a worker with another key is not talked to', async () => {
    const { connect } = await transport.serve({ key: new Secret(randomBytes(32)) })
    await expect(client(connect).call(echo, { text: 'x' }, options)).rejects.toMatchObject({
      problem: { code: 'unavailable' },
      cause: { message: 'the worker has another link key' },
    })
  })

  test('an unknown call and arguments that do not fit are refused, not run', async () => {
    const { connect } = await transport.serve({ calls: handlers.filter((handler) => handler.name !== wait.name) })
    await expect(client(connect).call(wait, {}, options)).rejects.toMatchObject({ refusal: 'unknown_call' })
    const other = defineCall({ ...echo, args: z.strictObject({ words: z.string() }) })
    await expect(client(connect).call(other, { words: 'x' }, options)).rejects.toMatchObject({
      refusal: 'invalid_arguments',
    })
  })

  test('arguments over 1 MiB are refused by the client, and by the worker if they come', async () => {
    const { connect } = await transport.serve()
    const tooMuch = { text: 'x'.repeat(megabyte) }
    await expect(client(connect).call(echo, tooMuch, options)).rejects.toMatchObject({ problem: { status: 413 } })
    const { session, token } = await forge(connect)
    const frame = encodeFrame(frameTypes.head, Buffer.alloc(megabyte + 1))
    expect(await rawCall(session.http, echo.name, token, frame)).toMatchObject({ problem: { status: 413 } })
  })

  test('headers over the limit end in a refused stream, and the worker goes on', async () => {
    const { connect } = await transport.serve()
    const { session, frame } = await forge(connect)
    await expect(rawCall(session.http, echo.name, 'x'.repeat(60_000), frame)).rejects.toThrow()
    expect(await client(connect).call(echo, { text: 'on' }, options)).toMatchObject({ text: 'on' })
  })

  test('a cancelled call ends at once for the caller and fires the handler’s signal', async () => {
    const { connect } = await transport.serve()
    const controller = new AbortController()
    const call = client(connect).call(wait, {}, { ...options, signal: controller.signal })
    await until(() => seen.running === 1)
    const reason = new Error('nobody waits any more')
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    await until(() => seen.aborted === 1)
  })

  test('at the deadline the caller gets worker_timeout and the handler’s signal fires', async () => {
    const { connect } = await transport.serve()
    const started = performance.now()
    const call = client(connect).call(wait, {}, { ...options, deadlineMs: 150 })
    await expect(call).rejects.toMatchObject({ problem: linkProblems.worker_timeout })
    expect(performance.now() - started).toBeLessThan(2_000)
    await until(() => seen.aborted === 1)
  })

  test('the worker has a deadline of its own', async () => {
    const { connect } = await transport.serve({ maximumDeadlineMs: 100 })
    const call = client(connect).call(wait, {}, { ...options, deadlineMs: 60_000 })
    await expect(call).rejects.toMatchObject({ problem: { code: 'worker_timeout' } })
  })

  test('bytes flow both ways at once, unchanged', async () => {
    const { connect } = await transport.serve()
    const sent = Array.from({ length: 40 }, (_, at) => randomBytes(at * 4321 + 1))
    const { body } = await client(connect).stream(through, {}, { ...options, body: iterate(sent) })
    const received: Buffer[] = []
    for await (const chunk of body) received.push(chunk)
    expect(Buffer.concat(received).equals(Buffer.concat(sent))).toBe(true)
  })

  test('100 MB up and 100 MB down in flat memory', { timeout: 30_000 }, async () => {
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
    // Buffers are freed a little after they are garbage, hence the peaks; the floor must not rise.
    expect(Math.max(...live) - Math.min(...live)).toBeLessThan(64)
    expect(Math.min(...live.slice(10)) - Math.min(...live.slice(0, 10))).toBeLessThan(4)
  })

  test('a reader that stops reading stops the worker, and nobody else', async () => {
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

  test('a worker that stops reading stops the sender', async () => {
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

  test('a stream that fails midway fails for the reader: it never looks complete', async () => {
    const { connect } = await transport.serve()
    const { body } = await client(connect).stream(produce, { bytes: 5 * megabyte, failAt: 2 * megabyte }, options)
    await expect(lengthOf(body)).rejects.toMatchObject({ message: 'disk is gone', problem: { code: 'conflict' } })
  })

  test('a body that fails while it is sent fails the call, and the worker does not take it for complete', async () => {
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

  test('a worker that dies in the middle of an answer is unavailable, and the next call finds the new one', async () => {
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

  test('a worker that stops gently finishes what it has, and takes nothing new', async () => {
    const { connect, server } = await transport.serve()
    const link = client(connect)
    const { body } = await link.stream(produce, { bytes: 3 * megabyte }, options)
    const closing = server.close(10_000)
    expect(await lengthOf(body)).toBe(3 * megabyte)
    await closing
    await expect(link.call(echo, { text: 'x' }, options)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  })

  test('a full worker says so; one organisation cannot fill it', async () => {
    const { connect } = await transport.serve({ maximumConcurrent: 3, maximumConcurrentPerOrganization: 2 })
    const link = client(connect)
    const controller = new AbortController()
    const held = { signal: controller.signal }
    const waiting = [organizationId, organizationId].map((id) => link.call(wait, {}, { organizationId: id, ...held }))
    for (const each of waiting) each.catch(() => undefined)
    await until(() => seen.running === 2)
    await expect(link.call(echo, { text: 'x' }, options)).rejects.toMatchObject({ retryAfterSeconds: 1 })
    const other = brandId<'org'>('01890000-0000-7000-8000-000000000002')
    expect(await link.call(echo, { text: 'x' }, { organizationId: other })).toMatchObject({ of: other })
    controller.abort()
    await Promise.allSettled(waiting)
  })
})

async function* iterate(chunks: Buffer[]) {
  yield* chunks
}

describe('over mutual TLS only', () => {
  const unavailable = { problem: { code: 'unavailable' } }
  const call = (connect: LinkAddress) => client(connect).call(echo, { text: 'x' }, options)

  test('a worker of another authority is not talked to', async () => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: strangers.server })
    await expect(call({ host: '127.0.0.1', port: server.port ?? 0, tls: certificates.client })).rejects.toMatchObject(
      unavailable,
    )
  })

  test.each([
    ['of another authority', () => ({ ...strangers.client, ca: certificates.client.ca })],
    ['that is for servers', () => certificates.server],
  ])('a caller with a certificate %s is refused', async (_name, tls) => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: certificates.server })
    await expect(call({ host: '127.0.0.1', port: server.port ?? 0, tls: tls() })).rejects.toMatchObject(unavailable)
  })

  test('a caller without a certificate is refused', async () => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: certificates.server })
    const http = connectHttp(`https://127.0.0.1:${server.port}`, { ca: certificates.client.ca })
    http.on('error', () => undefined)
    const stream = http.request({ ':path': '/hello', 'x-link-nonce': 'x' })
    await expect(lengthOf(stream)).rejects.toThrow()
    await until(() => seen.lines.some((line) => line.includes('peer did not return a certificate')))
  })

  test('a certificate for another name is not accepted', async () => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: certificates.server })
    const connect = { host: '127.0.0.1', port: server.port ?? 0, tls: certificates.client, serverName: 'elsewhere' }
    await expect(call(connect)).rejects.toMatchObject(unavailable)
    expect(await call({ ...connect, serverName: 'worker' })).toMatchObject({ text: 'x' })
  })
})

describe('over a unix socket only', () => {
  test('the socket is the owner’s alone', async () => {
    const socketPath = join(folder, 'private', 'link.sock')
    await serve({ socketPath })
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o700)
  })

  test('a folder that everybody may enter is refused', async () => {
    await expect(serve({ socketPath: join(tmpdir(), 'longshore-open.sock') })).rejects.toThrow(/open to every user/)
  })

  test('a second worker on the same socket is refused', async () => {
    const socketPath = join(folder, 'shared.sock')
    await serve({ socketPath })
    await expect(serve({ socketPath })).rejects.toThrow(/another worker already listens/)
  })

  test('the socket of a killed worker is taken over', async () => {
    const socketPath = join(folder, 'left.sock')
    const program = `require('node:net').createServer().listen(${JSON.stringify(socketPath)}, () => process.kill(process.pid, 'SIGKILL'))`
    await once(spawn(process.execPath, ['-e', program]), 'exit')
    expect((await stat(socketPath)).isSocket()).toBe(true)
    await serve({ socketPath })
    expect(await client({ socketPath }).call(echo, { text: 'x' }, options)).toMatchObject({ text: 'x' })
  })
})
