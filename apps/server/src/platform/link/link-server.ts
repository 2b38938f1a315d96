/**
 * Worker side of the private link. Order of a call: token (consumed immediately), capacity, arguments of limited size,
 * their hash, sealed arguments, schema, handler. Nothing of the call is read before the token is verified.
 *
 * The handler's signal fires when the caller disconnects, at the deadline, and when the worker stops. At the deadline,
 * the caller gets a response even if the handler ignores its signal.
 *
 * Decision: docs/decisions/0021-our-own-private-link.md
 */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import type { Secret } from '../secrets/secret.ts'
import type { Unsealer } from '../secrets/unseal.ts'
import { type Admission, createAdmission } from './admission.ts'
import type { LinkHandler } from './call.ts'
import { createHttpServer, type LinkAddress, type LinkHttpServer, listen } from './endpoint.ts'
import { unavailable } from './link-problems.ts'
import { createSeenTokens, type SeenTokens } from './seen-tokens.ts'
import { type ServedCall, serveCall } from './serve-call.ts'
import { signHello, type TokenKeys, tokenKeysOf, tokenLifetimeMs } from './token.ts'

export interface LinkServerOptions {
  listen: LinkAddress
  /** At least 256 bits, shared with the API. */
  key: Secret
  unsealer: Unsealer
  calls: readonly LinkHandler[]
  log: Log
  maximumConcurrent?: number
  maximumConcurrentPerOrganization?: number
  /** Maximum deadline of any call, whatever the API requests. */
  maximumDeadlineMs?: number
}

export interface LinkServer extends AsyncDisposable {
  /** The assigned port of a TCP server. */
  readonly port: number | undefined
  readonly running: number
  /** Stops accepting calls, lets running ones finish within the grace period, then interrupts them. */
  close(graceMs: number): Promise<void>
}

const defaultDeadlineMs = 6 * 60 * 60_000

export async function createLinkServer(options: LinkServerOptions): Promise<LinkServer> {
  const server = new Http2LinkServer(options)
  await server.listen()
  return server
}

class Http2LinkServer implements LinkServer {
  readonly #options: LinkServerOptions
  readonly #http: LinkHttpServer
  readonly #keys: TokenKeys
  readonly #boot = randomBytes(16).toString('base64url')
  readonly #seen: SeenTokens = createSeenTokens(tokenLifetimeMs)
  readonly #admission: Admission
  readonly #handlers: ReadonlyMap<string, LinkHandler>
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #sockets = new Set<Socket>()
  readonly #stopping = new AbortController()

  constructor(options: LinkServerOptions) {
    const total = options.maximumConcurrent ?? 512
    this.#options = options
    this.#keys = tokenKeysOf(options.key)
    this.#admission = createAdmission({ total, perOrganization: options.maximumConcurrentPerOrganization ?? 128 })
    this.#handlers = new Map(options.calls.map((handler) => [handler.name, handler]))
    if (this.#handlers.size !== options.calls.length) throw new Error('two calls of the link have the same name')
    // Allow a few more streams than calls, so that a full worker can say so instead of letting callers wait.
    this.#http = createHttpServer(options.listen, total + 32)
    this.#http.on('connection', (socket: Socket) => this.#keepSocket(socket))
    this.#http.on('secureConnection', (socket: Socket) => this.#keepSocket(socket))
    this.#http.on('session', (session) => this.#keep(session))
    this.#http.on('stream', (stream, headers) => this.#answer(stream, headers))
    this.#http.on('sessionError', (error) => options.log.debug({ err: error }, 'link session broke'))
    this.#http.on('tlsClientError', (error) => options.log.warn({ err: error }, 'link refused a connection'))
  }

  get port(): number | undefined {
    const address: AddressInfo | string | null = this.#http.address()
    return address !== null && typeof address === 'object' ? address.port : undefined
  }

  get running(): number {
    return this.#admission.running
  }

  async listen(): Promise<void> {
    await listen(this.#http, this.#options.listen)
  }

  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()))
    for (const session of this.#sessions) session.close()
    const finished = new AbortController()
    await Promise.race([
      closed,
      delay(graceMs, undefined, { ref: false, signal: finished.signal }).catch(() => undefined),
    ])
    finished.abort()
    this.#stopping.abort(unavailable('The worker is restarting.', 2))
    for (const session of this.#sessions) session.destroy()
    // A closed session waits for the other side to disconnect.
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(0)
  }

  #keepSocket(socket: Socket): void {
    // A machine that crashed closes no connection; handlers must not work for it forever.
    socket.setKeepAlive(true, 10_000)
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #keep(session: ServerHttp2Session): void {
    this.#sessions.add(session)
    session.once('close', () => this.#sessions.delete(session))
  }

  #answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    // Stream errors are reported where the stream is read or written; without a listener they would end the process.
    stream.on('error', () => undefined)
    const path = headers[':path']
    if (path === '/hello') this.#greet(stream, headers)
    else if (path?.startsWith('/call/') === true) this.#serve(stream, path.slice('/call/'.length), headers)
    else stream.respond({ ':status': 404 }, { endStream: true })
  }

  #serve(stream: ServerHttp2Stream, name: string, headers: IncomingHttpHeaders): void {
    const token = headers['x-link-token']
    const call: ServedCall = {
      stream,
      name,
      token: typeof token === 'string' ? token : '',
    }
    void serveCall(call, {
      boot: this.#boot,
      keys: this.#keys,
      seen: this.#seen,
      admission: this.#admission,
      handlers: this.#handlers,
      unsealer: this.#options.unsealer,
      stopping: this.#stopping.signal,
      maximumDeadlineMs: this.#options.maximumDeadlineMs ?? defaultDeadlineMs,
      log: this.#options.log,
      nowMs,
    })
  }

  #greet(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const nonce = headers['x-link-nonce']
    const hello = { boot: this.#boot, nowMs: nowMs() }
    const proof = signHello(this.#keys, typeof nonce === 'string' ? nonce : '', hello)
    stream.respond({ ':status': 200 })
    stream.end(JSON.stringify({ ...hello, proof }))
  }
}

/** Monotonic: a corrected wall clock must not revive or expire tokens. */
function nowMs(): number {
  return Math.floor(performance.now())
}
