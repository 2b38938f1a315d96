/**
 * HTTP to the Docker Engine of a server over its forwarded socket. Everything has a limit because the other side can be
 * hostile: time per request, bytes per response, concurrent sockets.
 */
import { Agent, type IncomingMessage, type RequestOptions, request as startRequest } from 'node:http'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { Deadline } from '@longshore/process/deadline'
import { raceSignal } from '@longshore/process/race-signal'
import type { z } from 'zod'
import { isConnectionLost } from '../ssh/connection-loss.ts'
import { abortFailure, failure, RemoteError, type ServerConnection, sanitizeText } from '../ssh/index.ts'
import { EngineError } from './engine-error.ts'
import { oldestDocker } from './oldest-docker.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface EngineRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** Path segments; each is encoded. */
  path: readonly string[]
  query?: Query
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a stream instead of `body`, for archives. */
  stream?: Readable
  headers?: Readonly<Record<string, string>>
  deadlineMs?: number
  signal?: AbortSignal
  /** Size limit of the response. Default 8 MiB. */
  maxBytes?: number
  /** For long-lived requests: they don't occupy one of the shared sockets. */
  hasOwnSocket?: boolean
}

export interface EngineResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

const defaultDeadlineMs = 30_000
const defaultMaxBytes = 8 << 20
const maxHeaderBytes = 16_384
const socketsAtOnce = 64
const oldest = [1, 40] as const
const newest = [1, 51] as const

export type EngineConnection = Pick<ServerConnection, 'dockerSocket' | 'dockerConnections' | 'closed'>

export class EngineHttp {
  readonly #connection: EngineConnection
  readonly #agent = new Agent({ keepAlive: true, maxSockets: socketsAtOnce, maxFreeSockets: 4, timeout: 60_000 })
  #version: Promise<string> | undefined

  constructor(connection: EngineConnection) {
    this.#connection = connection
    connection.closed.addEventListener('abort', () => this.#agent.destroy(), { once: true })
  }

  /** Reads the whole response; a status of 400 or more becomes an EngineError. */
  async send(request: EngineRequest): Promise<EngineResponse> {
    using limits = this.#limit(request)
    return await this.#translate(limits, async () => {
      const response = await this.#begin(request, limits)
      return await readResponse(response, request.maxBytes ?? defaultMaxBytes)
    })
  }

  async read<Schema extends z.ZodType>(schema: Schema, request: EngineRequest): Promise<z.output<Schema>> {
    const { body } = await this.send(request)
    return parseJson(schema, body)
  }

  /** Opens a streaming response: logs, events, images. The deadline covers its start; the signal covers all of it. */
  async open(request: EngineRequest): Promise<IncomingMessage> {
    using limits = this.#limit(request)
    return await this.#translate(limits, async () => {
      const response = await this.#begin(request, limits)
      const stop = () => response.destroy(failure('cancelled'))
      request.signal?.addEventListener('abort', stop, { once: true })
      response.once('close', () => request.signal?.removeEventListener('abort', stop))
      return response
    })
  }

  /** Opens a connection that stops being HTTP: attach and exec. */
  async hijack(request: EngineRequest): Promise<Duplex> {
    using limits = this.#limit(request)
    return await this.#translate(limits, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
      const headers = { ...request.headers, connection: 'Upgrade', upgrade: 'tcp' }
      const sent = await this.#start({ ...request, headers }, limits, false)
      sent.on('upgrade', (_response, socket, head: Buffer) => {
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
      })
      sent.on('response', (response) => {
        readResponse(response, maxHeaderBytes).then(() => reject(failure('docker_unreachable')), reject)
      })
      sent.on('error', reject)
      return await promise
    })
  }

  /** Returns the target of a request, for threads that send it themselves. */
  async placeOf(request: EngineRequest): Promise<{ socketPath: string; path: string }> {
    using limits = this.#limit(request)
    return await this.#translate(limits, () => this.#locate(request, limits.signal))
  }

  /** Wraps requests that other threads send to the Engine: when the connection is lost, that is the reported error. */
  async whileConnected<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    try {
      return await raceSignal(work, signal)
    } catch (error) {
      if (signal.aborted || !(await isConnectionLost(this.#connection.closed))) throw error
      throw failure('connection_lost', { cause: error })
    }
  }

  /** The newest version that both sides support, negotiated once per connection. */
  version(limits: { deadlineMs?: number; signal?: AbortSignal } = {}): Promise<string> {
    const asked = this.#version ?? this.#negotiate(limits)
    this.#version = asked
    asked.catch(() => {
      if (this.#version === asked) this.#version = undefined
    })
    return asked
  }

  async #negotiate(limits: { deadlineMs?: number; signal?: AbortSignal }): Promise<string> {
    const { headers } = await this.send({ method: 'GET', path: ['_ping'], maxBytes: maxHeaderBytes, ...limits })
    const [, major = 0, minor = 0] = (/^(\d{1,3})\.(\d{1,3})$/.exec(String(headers['api-version'])) ?? []).map(Number)
    if (compare([major, minor], oldest) < 0)
      throw failure('docker_unreachable', {
        detail: 'its API is too old',
        hint: `Install Docker ${oldestDocker} or newer.`,
      })
    return (compare([major, minor], newest) < 0 ? [major, minor] : newest).join('.')
  }

  #limit(request: EngineRequest): Deadline {
    return new Deadline(deadlineOf(request), [this.#connection.closed, request.signal])
  }

  async #begin(request: EngineRequest, limits: Deadline): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sent = await this.#start(request, limits, request.hasOwnSocket !== true)
    sent.on('response', resolve)
    sent.on('error', reject)
    const response = await promise
    if ((response.statusCode ?? 0) < 400) return response
    throw await readError(response)
  }

  async #locate(request: EngineRequest, signal: AbortSignal): Promise<{ socketPath: string; path: string }> {
    const socketPath = await this.#connection.dockerSocket({ deadlineMs: deadlineOf(request), signal })
    const isUnversioned = request.path[0] === '_ping'
    const version = isUnversioned ? [] : [`v${await this.version({ deadlineMs: deadlineOf(request) })}`]
    signal.throwIfAborted()
    return { socketPath, path: pathOf([...version, ...request.path], request.query) }
  }

  async #start(request: EngineRequest, limits: Deadline, isShared: boolean) {
    const { signal } = limits
    const place = await this.#locate(request, signal)
    this.#agent.maxSockets = this.#connection.dockerConnections ?? socketsAtOnce
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body))
    const options: RequestOptions = {
      ...place,
      method: request.method,
      maxHeaderSize: maxHeaderBytes,
      signal,
      headers: {
        host: 'docker',
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
        ...request.headers,
      },
      ...(isShared ? { agent: this.#agent } : { agent: false }),
    }
    const sent = startRequest(options)
    if (request.stream === undefined) return sent.end(body)
    // A stream that breaks off ends the request with its error; the Engine's response to half an archive doesn't count.
    return pipeline(request.stream, sent, (error) => {
      if (error) sent.destroy(error)
    })
  }

  async #translate<Result>(limits: Deadline, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof RemoteError || error instanceof EngineError || error instanceof TypeError) throw error
      if (limits.signal.aborted) throw abortFailure(limits.signal, 'docker_unreachable')
      const code = (await isConnectionLost(this.#connection.closed)) ? 'connection_lost' : 'docker_unreachable'
      throw failure(code, { cause: error })
    }
  }
}

function deadlineOf(request: EngineRequest): number {
  return request.deadlineMs ?? defaultDeadlineMs
}

function parseJson<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString()))
  } catch (cause) {
    throw failure('docker_unreachable', { detail: 'its answer cannot be read', cause })
  }
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<EngineResponse> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      response.destroy()
      throw failure('output_too_large')
    }
    chunks.push(chunk)
  }
  if (!response.complete) throw failure('docker_unreachable', { detail: 'its answer broke off' })
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }
}

async function readError(response: IncomingMessage): Promise<EngineError> {
  const { body } = await readResponse(response, 65_536)
  return new EngineError(response.statusCode ?? 0, sanitizeText(messageOf(body.toString()), 1_000))
}

function messageOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text)
    const isMessage = typeof parsed === 'object' && parsed !== null && 'message' in parsed
    return isMessage ? String(parsed.message) : text
  } catch {
    return text
  }
}

function pathOf(segments: readonly string[], query: Query = {}): string {
  const path = segments.map((word) => `/${encodeWord(word)}`).join('')
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

/** `..` would address another resource. */
function encodeWord(word: string): string {
  if (word === '' || word === '.' || word === '..') throw new TypeError('a name cannot be empty or dots')
  return encodeURIComponent(word)
}

function compare(a: readonly number[], b: readonly number[]): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
}
