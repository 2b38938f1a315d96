/**
 * Hands the events of many streams to many subscribers in one process.
 *
 * - A notification is a hint: new rows are read once per stream, encoded once, and the same bytes go to all subscribers.
 * - Every subscriber has a position. It is served from the database until the tail in memory covers its position, then
 *   it becomes live in the same turn of the event loop: no gap and no repetition at the hand-over.
 * - A lost notification costs seconds, not events: one query every few seconds compares the heads of all open streams,
 *   and so does every new connection of the listener.
 */
import type { Listener } from '../database/listener.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import type { ProblemDefinition } from '../errors/problem.ts'
import { encodeFrame } from '../http/sse/sse-frame.ts'
import { streamProblems } from '../http/sse/stream-problems.ts'
import type { Log } from '../log/log.ts'
import { type Limit, limitConcurrency } from './limit-concurrency.ts'
import type { StreamHead, StreamKey, StreamSource } from './stream-source.ts'
import type { StreamEntry } from './stream-tail.ts'
import { encodeEntry, type LiveSubscriber, StreamTopic } from './stream-topic.ts'

/** What the hub needs of a writer. */
export interface Subscriber {
  readonly isClosed: boolean
  send(frame: Buffer): boolean
  ready(): Promise<boolean>
  end(...frames: readonly Buffer[]): void
  fail(problem: Pick<ProblemDefinition, 'code' | 'detail' | 'hint'>): void
  onClose(handler: () => void): void
}

export interface Subscription {
  stream: StreamKey
  /** Resume after this number, or begin with what comes next. */
  after: number | 'head'
  accepts?: (event: Pick<StreamEntry, 'kind' | 'projectId'>) => boolean
}

export interface EventHubOptions {
  source: StreamSource
  listener: Listener
  log: Log
  pollMs?: number
  /** Reads at once, each taking a connection: for live streams, and for replays. */
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
    this.#liveReads = limitConcurrency(options.liveReads ?? 3)
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

  /** Resolves when the subscriber is live or closed. Never throws: what goes wrong is told on the stream. */
  async subscribe(subscriber: Subscriber, { stream, after, accepts = () => true }: Subscription): Promise<void> {
    const topic = this.#hold(stream)
    const live: LiveSubscriber = {
      deliver(entry) {
        if (entry.kind === 'end') subscriber.end(entry.frame)
        else if (accepts(entry)) subscriber.send(entry.frame)
      },
      abandon: () => subscriber.fail(streamProblems.stream_history_gone),
    }
    subscriber.onClose(() => {
      topic.leave(live)
      if (topic.isUnused && this.#topics.get(stream.key) === topic) this.#topics.delete(stream.key)
    })
    try {
      if (topic.organizationId !== stream.organizationId) throw new Error('this stream is of another organisation')
      await topic.open(after)
      const position = await this.#beginAt(topic, subscriber, after)
      await this.#catchUp(topic, { subscriber, position, live })
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

  /** Where this subscriber stands, after telling it what it must know. */
  async #beginAt(topic: StreamTopic, subscriber: Subscriber, after: number | 'head'): Promise<number> {
    if (after === 'head') {
      // Gives a client that sees no event before it loses the connection something to resume from.
      const head = topic.tail.last
      subscriber.send(encodeFrame({ id: head, event: 'ready', data: {} }))
      return head
    }
    // Another process may have been faster than our notifications: look before calling the id unknown.
    if (after > topic.tail.last) await topic.pump()
    if (after <= topic.tail.last) return after
    subscriber.send(resetFrame(topic.tail.last))
    return topic.tail.last
  }

  async #catchUp(
    topic: StreamTopic,
    { subscriber, position: begin, live }: { subscriber: Subscriber; position: number; live: LiveSubscriber },
  ): Promise<void> {
    let position = begin
    let pageRows = 16
    while (await subscriber.ready()) {
      if (topic.tail.covers(position)) {
        // No await from here to the end: nothing can come in between the tail and being live.
        const missed = topic.tail.after(position)
        for (const entry of missed) live.deliver(entry)
        topic.join(live)
        if (missed.length === 0 && topic.isEnded) await this.#endLate(topic, subscriber)
        return
      }
      const rows = await this.#replayReads(() => this.#source.read(topic.stream, position, pageRows))
      const first = rows[0]?.seq ?? topic.tail.start + 1
      if (first !== position + 1) {
        position = first - 1
        subscriber.send(resetFrame(position))
      }
      let pageBytes = 0
      for (const row of rows) {
        if (!(await subscriber.ready())) return
        const entry = encodeEntry(row)
        pageBytes += entry.frame.length
        position = row.seq
        live.deliver(entry)
      }
      const averageBytes = Math.max(1, pageBytes / Math.max(1, rows.length))
      pageRows = Math.max(1, Math.min(256, Math.floor(replayPageBytes / averageBytes)))
    }
  }

  /** Somebody who comes after the end, or after the rows are gone, still learns how it ended. */
  async #endLate(topic: StreamTopic, subscriber: Subscriber): Promise<void> {
    const head = await topic.readHead()
    const final = head?.final ? [encodeFrame({ event: head.final.kind, data: head.final.data })] : []
    subscriber.end(...final, encodeFrame({ event: 'end', data: {} }))
  }

  #onNotification(payload: string): void {
    const colon = payload.lastIndexOf(':')
    const topic = this.#topics.get(payload.slice(0, colon))
    if (topic?.isOpen && Number(payload.slice(colon + 1)) > topic.tail.last) void topic.pumpOrLog()
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      // Taken before the query: the tail may move on while it runs.
      const before = new Map([...this.#topics].filter(([, topic]) => topic.isOpen).map(([k, t]) => [k, t.tail.last]))
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
    // Numbers went back: another database stands behind us, for one restored from a backup.
    if (head.seq < lastBefore) {
      this.#topics.delete(head.key)
      topic.abandon()
    }
  }
}

function resetFrame(position: number): Buffer {
  const { code, detail, hint } = streamProblems.stream_history_gone
  return encodeFrame({ id: position, event: 'reset', data: { code, detail, hint } })
}
