/**
 * Everything that an API process needs for streams: hubs for organizations and runs, the registry, the heartbeat. A
 * route authorizes, takes over the raw response and calls `follow` (or `open`, for one-off streams).
 */
import type { ServerResponse } from 'node:http'
import type { Database } from '../../database/database.ts'
import type { Listener } from '../../database/listener.ts'
import { EventHub, type Subscription } from '../../events/event-hub.ts'
import { createEventSource, createRunEventSource, type StreamSource } from '../../events/stream-source.ts'
import type { Log } from '../../log/log.ts'
import { HeartbeatWheel } from './heartbeat-wheel.ts'
import { type ResponseHeaders, SseWriter } from './sse-writer.ts'
import { type StreamLimits, type StreamOwner, StreamRegistry, type StreamRegistryOptions } from './stream-registry.ts'

export interface StreamServerOptions {
  database: Database
  listener: Listener
  log: Log
  isStillAllowed: StreamRegistryOptions['isStillAllowed']
  /** Streams of modules, by the name that `follow` takes. */
  sources?: Readonly<Record<string, StreamSource>>
  limits?: StreamLimits
  heartbeatMs?: number
  pollMs?: number
}

export interface OpenOptions {
  owner: StreamOwner
  /** Headers that the HTTP platform has already set on the response. */
  headers?: ResponseHeaders
  signal?: AbortSignal
}

export interface FollowOptions extends OpenOptions, Subscription {
  /** `events`, `runs`, or the name of a source. */
  of: string
}

export class StreamServer implements AsyncDisposable {
  readonly registry: StreamRegistry
  readonly #hubs: ReadonlyMap<string, EventHub>
  readonly #wheel: HeartbeatWheel

  constructor(options: StreamServerOptions) {
    const { database, listener, log, pollMs = 5_000 } = options
    this.#wheel = new HeartbeatWheel({ turnMs: options.heartbeatMs ?? 15_000 })
    const sources = { ...options.sources, events: createEventSource(database), runs: createRunEventSource(database) }
    const hubs = Object.entries(sources).map(
      ([name, source]) => [name, new EventHub({ source, listener, log, pollMs })] as const,
    )
    this.#hubs = new Map(hubs)
    this.registry = new StreamRegistry(options)
  }

  async start(): Promise<void> {
    for (const hub of this.#hubs.values()) await hub.start()
    await this.registry.start()
  }

  /** Throws an AppError before anything is sent if there are too many streams. */
  open(response: ServerResponse, { owner, ...rest }: OpenOptions): SseWriter {
    return this.registry.open(owner, () => new SseWriter(response, { wheel: this.#wheel, ...rest }))
  }

  /** Like `open`, then replays missed events and continues live until the stream ends or the client leaves. */
  follow(response: ServerResponse, { of, stream, after, accepts, ...rest }: FollowOptions): SseWriter {
    const hub = this.#hubs.get(of)
    if (hub === undefined) throw new TypeError(`there are no streams of ${of}`)
    const writer = this.open(response, rest)
    void hub.subscribe(writer, { stream, after, ...(accepts === undefined ? {} : { accepts }) })
    return writer
  }

  /** First step of a graceful stop: new streams are refused, open ones end and reconnect elsewhere. */
  async shutdown(): Promise<void> {
    await this.registry.shutdown()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.registry[Symbol.asyncDispose]()
    await Promise.all([...this.#hubs.values()].map((hub) => hub[Symbol.asyncDispose]()))
    this.#wheel[Symbol.dispose]()
  }
}
