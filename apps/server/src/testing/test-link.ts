import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ClientHttp2Session } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { AppError } from '../platform/errors/app-error.ts'
import { platformProblems } from '../platform/errors/platform-problems.ts'
import { brandId } from '../platform/ids/brand.ts'
import { handleCall, handleEvents, handleStream, type LinkHandler } from '../platform/link/call.ts'
import type { LinkAddress } from '../platform/link/endpoint.ts'
import { encodeFrame, frameTypes, readFrames } from '../platform/link/frames.ts'
import { createLinkClient, type LinkClient } from '../platform/link/link-client.ts'
import { fromWireProblem } from '../platform/link/link-problems.ts'
import { createLinkServer, type LinkServer, type LinkServerOptions } from '../platform/link/link-server.ts'
import { LinkSessions } from '../platform/link/link-session.ts'
import { packArguments } from '../platform/link/sealed-arguments.ts'
import { sha256Of, signToken, type TokenClaims, tokenKeysOf } from '../platform/link/token.ts'
import { createLog } from '../platform/log/log.ts'
import { createSealer, type Sealer } from '../platform/secrets/seal.ts'
import { Secret } from '../platform/secrets/secret.ts'
import { createUnsealer, generateIdentity, type Unsealer } from '../platform/secrets/unseal.ts'
import { count, echo, fail, pause, produce, signIn, through, ticks, wait } from './link-calls.ts'
import { createTestCertificates } from './test-certificates.ts'

export const key = new Secret(randomBytes(32))
export const organizationId = brandId<'org'>('01890000-0000-7000-8000-000000000001')
export const options = { organizationId }
export const megabyte = 1 << 20

/** Records what the handlers received. */
export const seen = { running: 0, aborted: 0, produced: 0, returned: 0, lines: [] as string[], secrets: [] as Secret[] }
const log = createLog({ level: 'debug', process: 'test', destination: { write: (line) => void seen.lines.push(line) } })

export const handlers: LinkHandler[] = [
  handleCall(echo, async (args, context) => ({ ...args, by: context.actorId ?? '', of: context.organizationId ?? '' })),
  handleCall(signIn, async ({ keys, fail: mustFail }) => {
    seen.secrets = keys.map((each) => each.value)
    const text = keys.map((each) => each.value.reveal()).join()
    if (mustFail) throw new AppError(platformProblems.conflict, `refused: ${text}`, { cause: new Error(text) })
    return { length: text.length }
  }),
  handleCall(pause, async (_args, { signal }) => {
    seen.running += 1
    await once(signal, 'abort')
    return null
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

export async function* chunksOf(bytes: number, end: { failAt?: number | undefined; onAbort?: AbortSignal } = {}) {
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

export async function until(holds: () => boolean, deadlineMs = 5_000): Promise<void> {
  const end = performance.now() + deadlineMs
  while (!holds()) {
    if (performance.now() > end) throw new Error('did not happen in time')
    await delay(5)
  }
}

export async function lengthOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

const open: (AsyncDisposable | Disposable)[] = []
export let folder: string
export let certificates: Awaited<ReturnType<typeof createTestCertificates>>
export let strangerCertificates: Awaited<ReturnType<typeof createTestCertificates>>
export let unsealer: Unsealer
export let sealer: Sealer

export async function serve(listen: LinkAddress, more: Partial<LinkServerOptions> = {}): Promise<LinkServer> {
  const server = await createLinkServer({ listen, key, unsealer, calls: handlers, log, ...more })
  open.push(server)
  return server
}

export function client(connect: LinkAddress, more: { key?: Secret; sealer?: Sealer } = {}): LinkClient {
  const created = createLinkClient({ connect, key, sealer, ...more })
  open.push(created)
  return created
}

export interface Transport {
  serve(more?: Partial<LinkServerOptions>): Promise<{ server: LinkServer; connect: LinkAddress }>
}

export const transports: Record<string, Transport> = {
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

/** Makes a raw call, for tokens that the client would never create. */
export async function rawCall(
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

export async function forgeToken(connect: LinkAddress, change: Partial<TokenClaims> = {}, signedWith = key) {
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

/** Registers the hooks that prepare keys and certificates, and close what a test opened. */
export function useTestLink(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'longshore-link-'))
    const pair = await generateIdentity()
    sealer = createSealer(pair.recipient)
    unsealer = await createUnsealer([pair.identity])
    certificates = await createTestCertificates()
    strangerCertificates = await createTestCertificates()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  afterEach(async () => {
    for (const each of open.splice(0).reverse()) {
      if (Symbol.asyncDispose in each) await each[Symbol.asyncDispose]()
      else each[Symbol.dispose]()
    }
    Object.assign(seen, { running: 0, aborted: 0, produced: 0, returned: 0, lines: [], secrets: [] })
  })
}
