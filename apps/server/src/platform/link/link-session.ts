/** The API's connection to the worker: opened on demand, and reopened when it breaks. */
import { randomBytes } from 'node:crypto'
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import { z } from 'zod'
import { addressesOf, connectTo, type LinkAddress } from './endpoint.ts'
import { unavailable } from './link-problems.ts'
import { isHelloValid, type TokenKeys } from './token.ts'

export interface LinkSession {
  http: ClientHttp2Session
  boot: string
  /** Time on the worker's clock. */
  nowMs(): number
}

const connectTimeoutMs = 3_000
const pingEveryMs = 10_000
const pingTimeoutMs = 10_000
const maximumHelloBytes = 1024
export const retryAfterSeconds = 2

const HelloResponse = z.strictObject({ boot: z.string().max(64), nowMs: z.number(), proof: z.string().max(64) })

export class LinkSessions implements Disposable {
  readonly #address: LinkAddress
  readonly #keys: TokenKeys
  #opening: Promise<LinkSession> | undefined
  #current: LinkSession | undefined
  #isClosed = false

  constructor(address: LinkAddress, keys: TokenKeys) {
    this.#address = address
    this.#keys = keys
  }

  async get(): Promise<LinkSession> {
    if (this.#current !== undefined && !this.#current.http.closed && !this.#current.http.destroyed) return this.#current
    this.#opening ??= this.#open()
    return await this.#opening
  }

  /** The next call reconnects; running ones continue. */
  forget(session: LinkSession): void {
    if (this.#current === session) this.#current = undefined
    session.http.close()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#current?.http.destroy()
  }

  async #open(): Promise<LinkSession> {
    try {
      if (this.#isClosed) throw new Error('the link is closed')
      this.#current = await this.#reachAny()
      watch(this.#current.http)
      return this.#current
    } catch (error) {
      throw unavailable('The worker cannot be reached.', retryAfterSeconds, error)
    } finally {
      this.#opening = undefined
    }
  }

  /** Connects to the first worker that responds to the greeting. */
  async #reachAny(): Promise<LinkSession> {
    let reason: unknown
    for (const address of addressesOf(this.#address)) {
      const http = connectTo(address)
      try {
        return await greet(http, this.#keys)
      } catch (error) {
        http.destroy()
        reason ??= error
      }
    }
    throw reason
  }
}

/** Learns the worker's boot id and clock, and verifies that it has the same key. */
async function greet(http: ClientHttp2Session, keys: TokenKeys): Promise<LinkSession> {
  const broken = Promise.withResolvers<never>()
  // This listener stays for the life of the session: an error without a listener would end the process.
  http.on('error', broken.reject)
  http.once('close', () => broken.reject(new Error('the worker closed the connection')))
  broken.promise.catch(() => undefined)
  const nonce = randomBytes(16).toString('base64url')
  const stream = http.request({ ':method': 'GET', ':path': '/hello', 'x-link-nonce': nonce })
  const timer = setTimeout(() => broken.reject(new Error('the worker did not greet in time')), connectTimeoutMs)
  try {
    const answer = HelloResponse.parse(JSON.parse(await Promise.race([readText(stream), broken.promise])))
    if (!isHelloValid(keys, nonce, answer, answer.proof)) throw new Error('the worker has another link key')
    const offsetMs = answer.nowMs - performance.now()
    return { http, boot: answer.boot, nowMs: () => Math.floor(performance.now() + offsetMs) }
  } finally {
    clearTimeout(timer)
  }
}

async function readText(stream: ClientHttp2Stream): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maximumHelloBytes) throw new Error('the worker greets at too great length')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A machine that crashed closes no connection: pings detect it, and running calls fail instead of waiting. */
function watch(http: ClientHttp2Session): void {
  const every = setInterval(() => {
    const late = setTimeout(() => http.destroy(new Error('the worker does not answer pings')), pingTimeoutMs)
    late.unref()
    if (http.destroyed || !http.ping(() => clearTimeout(late))) clearTimeout(late)
  }, pingEveryMs)
  every.unref()
  http.once('close', () => clearInterval(every))
}
