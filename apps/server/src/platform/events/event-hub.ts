/**
 * Distributes the events of many streams to many subscribers in one process.
 *
 * - A notification is only a hint: new rows are read once per stream, encoded once, and the same bytes go to all
 *   subscribers.
 * - Every subscriber has a position. It reads from the database until the tail in memory covers its position, then it
 *   becomes live in the same turn of the event loop, without a gap or a repetition.
 * - A lost notification costs seconds, not events: one query every few seconds compares the heads of all open streams,
 *   and so does every reconnect of the listener.
 */
import type { Listener } from '../database/listener.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { type Limit, limitConcurrency } from '../limits/limit-concurrency.ts'
import type { Log } from '../log/log.ts'
import { type Accepts, StreamCursor, type Subscriber } from './stream-cursor.ts'
import type { StreamHead, StreamKey, StreamSource } from './stream-source.ts'
import { StreamTopic } from './stream-topic.ts'

export interface Subscription {
  stream: StreamKey
  /** Resume after this number, or begin with the next event. */
  after: number | 'head'
  accepts?: Accepts
}

export interface EventHubOptions {
  source: StreamSource
  listener: Listener
  log: Log
  pollMs?: number
  /** Maximum number of concurrent reads, for live streams and for replays. Each read takes a connection. */
  liveReads?: number
  replayReads?: number
  maxTailBytes?: number
}

const replayPageBytes = 32 * 1024
const tailBytesPerStream = 256 * 1024

export class EventHub implements AsyncDisposable {
  readonly #source: StreamSource
  readonly #listener: Listener
  readonly #log: Log
  readonly #topics = new Map<string, StreamTopic>()
  readonly #liveReads: Limit
  readonly #replayReads: Limit
  readonly #maxTailBytes: number
  readonly #stops: (() => void)[] = []
  #isPolling = false

  constructor(options: EventHubOptions) {
    this.#source = options.source
    this.#listener = options.listener
    this.#log = options.log
    this.#liveReads = limitConcurrency(options.liveReads ?? 6)
    this.#replayReads = limitConcurrency(options.replayReads ?? 2)
    this.#maxTailBytes = options.maxTailBytes ?? 64 * 1024 * 1024
    const timer = setInterval(() => void this.#poll(), options.pollMs ?? 5_000)
    timer.unref()
    this.#stops.push(() => clearInterval(timer))
  }

  get streamCount(): number {
    return this.#topics.size
  }

  async start(): Promise<void> {
    this.#stops.push(await this.#listener.listen(this.#source.channel, (payload) => this.#onNotification(payload)))
    this.#stops.push(this.#listener.onReconnect(() => void this.#poll()))
  }

  /** Resolves when the subscriber is live or closed. Never throws; errors are sent on the stream. */
  async subscribe(subscriber: Subscriber, { stream, after, accepts = () => true }: Subscription): Promise<void> {
    const topic = this.#hold(stream)
    const cursor = new StreamCursor(subscriber, accepts)
    subscriber.onClose(() => {
      topic.leave(cursor)
      if (topic.isUnused && this.#topics.get(stream.key) === topic) this.#topics.delete(stream.key)
    })
    try {
      if (topic.organizationId !== stream.organizationId) throw new Error('this stream is of another organization')
      await topic.open(after)
      await this.#begin(topic, cursor, after)
      await this.#catchUp(topic, cursor)
    } catch (error) {
      this.#log.error({ err: error, stream: stream.key }, 'a stream could not be read')
      subscriber.fail(platformProblems.unavailable)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
  }

  #hold(stream: StreamKey): StreamTopic {
    const known = this.#topics.get(stream.key)
    const topic =
      known ??
      new StreamTopic(stream, {
        source: this.#source,
        limit: this.#liveReads,
        log: this.#log,
        maxTailBytes: () => Math.min(tailBytesPerStream, this.#maxTailBytes / this.#topics.size),
      })
    topic.hold()
    this.#topics.set(stream.key, topic)
    return topic
  }

  async #begin(topic: StreamTopic, cursor: StreamCursor, after: number | 'head'): Promise<void> {
    if (after === 'head') return cursor.beginAtHead(topic.tail.last)
    // Another process may have been faster than our notifications: read before treating the id as unknown.
    if (after > topic.tail.last) await topic.pump()
    if (after > topic.tail.last) cursor.skipTo(topic.tail.last)
    else cursor.position = after
  }

  async #catchUp(topic: StreamTopic, cursor: StreamCursor): Promise<void> {
    let pageRows = 16
    while (await cursor.ready()) {
      if (topic.tail.covers(cursor.position)) {
        // No await from here to joining, so that no event gets lost between the tail and going live.
        for (const entry of topic.tail.after(cursor.position)) cursor.deliver(entry)
        topic.join(cursor)
        if (topic.isEnded && cursor.isOpen) cursor.end((await topic.readHead())?.final ?? null)
        return
      }
      const rows = await this.#replayReads(() => this.#source.read(topic.stream, cursor.position, pageRows))
      if (rows.length === 0) cursor.skipTo(topic.tail.start)
      const bytes = await cursor.replay(rows)
      pageRows = Math.max(1, Math.min(256, Math.floor((replayPageBytes * rows.length) / Math.max(1, bytes))))
    }
  }

  #onNotification(payload: string): void {
    const colon = payload.lastIndexOf(':')
    const topic = this.#topics.get(payload.slice(0, colon))
    if (topic?.hasBegun && Number(payload.slice(colon + 1)) > topic.tail.last) void topic.pumpOrLog()
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      // Read before the query, because the tail may advance while it runs.
      const before = new Map([...this.#topics].filter(([, topic]) => topic.hasBegun).map(([k, t]) => [k, t.tail.last]))
      if (before.size === 0) return
      for (const head of await this.#source.heads([...before.keys()])) this.#compare(head, before.get(head.key) ?? 0)
    } catch (error) {
      this.#log.warn({ err: error }, 'the heads of the streams could not be read')
    } finally {
      this.#isPolling = false
    }
  }

  #compare(head: StreamHead, lastBefore: number): void {
    const topic = this.#topics.get(head.key)
    if (topic === undefined || topic.organizationId !== head.organizationId) return
    if (head.seq > topic.tail.last) void topic.pumpOrLog()
    // Sequence numbers went back: the database is a different one, for example restored from a backup.
    if (head.seq < lastBefore) {
      this.#topics.delete(head.key)
      topic.abandon()
    }
  }
}
