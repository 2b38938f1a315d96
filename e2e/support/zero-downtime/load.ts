/**
 * Clients that never retry. Every request is counted: refused, reset, cut off, and responses other than 200 are
 * failures. A loop is open (a fixed rate of requests, whatever the responses) or closed (the next request after the
 * response).
 */
import { Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../report.ts'

export interface Entry {
  readonly host: string
  readonly httpPort: number
  readonly httpsPort: number
  readonly hostname: string
}

export type Protocol = 'http' | 'http-close' | 'https' | 'h2'

export interface LoadOptions {
  readonly entry: Entry
  readonly protocol: Protocol
  /** Requests per second; absent for a closed loop. */
  readonly rate?: number
  /** Number of clients in a closed loop. */
  readonly connections?: number
  readonly path?: string
}

export interface LoadResult {
  readonly name: string
  readonly requests: number
  readonly failed: number
  /** Failures and how often each occurred. */
  readonly failures: Readonly<Record<string, number>>
  readonly versions: ReadonlySet<string>
  readonly p99Ms: number
}

type Answer = { version: string } | { failure: string }
type Ask = () => Promise<Answer>

const requestTimeoutMs = 120_000

export class Load {
  readonly #options: LoadOptions
  readonly #stop = new AbortController()
  readonly #failures: Record<string, number> = {}
  readonly #versions = new Set<string>()
  readonly #durationsMs: number[] = []
  readonly #running: Promise<void>
  #requests = 0
  #failed = 0

  constructor(options: LoadOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  get requests(): number {
    return this.#requests
  }

  async end(): Promise<LoadResult> {
    this.#stop.abort()
    await this.#running
    const { protocol, rate, connections } = this.#options
    return {
      name: `${protocol}, ${rate === undefined ? `${connections} connections` : `${rate}/s`}`,
      requests: this.#requests,
      failed: this.#failed,
      failures: this.#failures,
      versions: this.#versions,
      p99Ms: Math.round(percentile(this.#durationsMs, 0.99)),
    }
  }

  async #run(): Promise<void> {
    using client = clientOf(this.#options)
    if (this.#options.rate === undefined) await this.#closedLoop(client.ask, this.#options.connections ?? 20)
    else await this.#openLoop(client.ask, this.#options.rate)
  }

  async #closedLoop(ask: Ask, connections: number): Promise<void> {
    const loop = async () => {
      while (!this.#stop.signal.aborted) await this.#count(ask)
    }
    await Promise.all(Array.from({ length: connections }, loop))
  }

  async #openLoop(ask: Ask, rate: number): Promise<void> {
    const all: Promise<void>[] = []
    const startedAt = performance.now()
    for (let index = 0; !this.#stop.signal.aborted; index += 1) {
      const waitMs = startedAt + (index * 1_000) / rate - performance.now()
      if (waitMs > 0) await delay(waitMs)
      all.push(this.#count(ask))
    }
    await Promise.all(all)
  }

  async #count(ask: Ask): Promise<void> {
    const startedAt = performance.now()
    this.#requests += 1
    const answer = await ask()
    this.#durationsMs.push(performance.now() - startedAt)
    if ('version' in answer) {
      this.#versions.add(answer.version)
      return
    }
    this.#failed += 1
    this.#failures[answer.failure] = (this.#failures[answer.failure] ?? 0) + 1
  }
}

function clientOf(options: LoadOptions): Disposable & { ask: Ask } {
  if (options.protocol === 'h2') return http2Client(options)
  const { entry, protocol, connections, path = '/' } = options
  const isSecure = protocol === 'https'
  const settings = { keepAlive: protocol !== 'http-close', maxSockets: connections ?? 200 }
  const agent = isSecure ? new SecureAgent({ ...settings, rejectUnauthorized: false }) : new Agent(settings)
  const common = { host: entry.host, path, agent, headers: { host: entry.hostname }, timeout: requestTimeoutMs }
  const begin = (): ClientRequest =>
    isSecure
      ? secureRequest({ ...common, port: entry.httpsPort, servername: entry.hostname })
      : plainRequest({ ...common, port: entry.httpPort })
  return { ask: () => askOnce(begin()), [Symbol.dispose]: () => agent.destroy() }
}

function askOnce(sent: ClientRequest): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const onError = (error: NodeJS.ErrnoException) => resolve({ failure: error.code ?? error.message })
  sent.on('error', onError)
  sent.on('timeout', () => sent.destroy(new Error('timeout')))
  sent.on('response', (response: IncomingMessage) => {
    response.on('error', onError)
    response.on('end', () => resolve(judge(response.statusCode, String(response.headers['x-version'] ?? ''))))
    response.resume()
  })
  sent.end()
  return promise
}

function judge(status: number | undefined, version: string): Answer {
  return status === 200 ? { version } : { failure: `status ${status}` }
}

/** One connection for everything: if it is closed, all its requests fail, and the next request opens another. */
function http2Client({ entry, path = '/' }: LoadOptions): Disposable & { ask: Ask } {
  let session: ClientHttp2Session | undefined
  const open = () => {
    if (session !== undefined && !session.closed && !session.destroyed) return session
    session = connectHttp2(`https://${entry.host}:${entry.httpsPort}`, {
      servername: entry.hostname,
      rejectUnauthorized: false,
    })
    session.on('error', () => undefined)
    return session
  }
  const ask = (): Promise<Answer> => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const stream = open().request({ ':path': path, ':authority': entry.hostname })
    let answer: Answer = { failure: 'cut off' }
    stream.setTimeout(requestTimeoutMs, () => stream.close())
    stream.on('response', (headers) => {
      answer = judge(headers[':status'], String(headers['x-version'] ?? ''))
    })
    stream.on('error', (error: NodeJS.ErrnoException) => resolve({ failure: error.code ?? error.message }))
    stream.on('close', () => resolve(stream.rstCode === 0 ? answer : { failure: `reset ${stream.rstCode}` }))
    stream.resume()
    stream.end()
    return promise
  }
  return { ask, [Symbol.dispose]: () => session?.destroy() }
}
