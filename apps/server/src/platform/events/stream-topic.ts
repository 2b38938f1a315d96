/** One open stream of this process: its tail in memory and its live subscribers. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrganizationId } from '../database/database.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { streamProblems } from '../http/sse/stream-problems.ts'
import type { Limit } from '../limits/limit-concurrency.ts'
import type { Log } from '../log/log.ts'
import type { StreamCursor } from './stream-cursor.ts'
import type { StreamHead, StreamKey, StreamSource } from './stream-source.ts'
import { encodeEntry, type StreamEntry, StreamTail } from './stream-tail.ts'

export interface StreamTopicOptions {
  source: StreamSource
  limit: Limit
  log: Log
  maxTailBytes: () => number
}

/**
 * A subscriber that is at most this far behind makes the topic begin there, so that similar subscribers find a full
 * tail.
 */
const maxWarmUp = 100
const warmUpMargin = 16
const pageRows = 64
/** After this many bytes the sockets get a turn, so that a burst doesn't look like a slow reader. */
const burstBytes = 64 * 1024
const turnMs = 2

export class StreamTopic {
  readonly stream: StreamKey
  readonly #options: StreamTopicOptions
  readonly #live = new Set<StreamCursor>()
  #tail = new StreamTail(0)
  #opening: Promise<void> | undefined
  #hasBegun = false
  #isEnded = false
  #holders = 0
  #pumping: Promise<void> | undefined
  #mustReadAgain = false

  constructor(stream: StreamKey, options: StreamTopicOptions) {
    this.stream = stream
    this.#options = options
  }

  get tail(): StreamTail {
    return this.#tail
  }

  get organizationId(): OrganizationId | null {
    return this.stream.organizationId
  }

  /** Whether hints count. Before the first read they don't matter; during it they do. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  get isUnused(): boolean {
    return this.#holders === 0
  }

  hold(): void {
    this.#holders += 1
  }

  /** Makes the cursor live: it receives every entry after `tail.last`. */
  join(cursor: StreamCursor): void {
    this.#live.add(cursor)
  }

  leave(cursor: StreamCursor): void {
    this.#holders -= 1
    this.#live.delete(cursor)
  }

  /** Invalidates everything that was sent: the clients have to start over. */
  abandon(): void {
    for (const cursor of this.#live) cursor.fail(streamProblems.stream_history_gone)
  }

  /** The first subscriber determines where the tail begins; the others wait for it. */
  async open(after: number | 'head'): Promise<void> {
    this.#opening ??= this.#begin(after).catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    await this.#opening
  }

  /** Reads and distributes new rows. Resolves when everything committed before the call is in the tail. */
  async pump(): Promise<void> {
    this.#mustReadAgain = true
    this.#pumping ??= this.#readAll()
    await this.#pumping
  }

  /** Pump for hints; the poll retries if it fails. */
  async pumpOrLog(): Promise<void> {
    await this.pump().catch((error: unknown) =>
      this.#options.log.warn({ err: error, stream: this.stream.key }, 'new events could not be read yet'),
    )
  }

  /** Also returns undefined if the stream belongs to another organization. */
  async readHead(): Promise<StreamHead | undefined> {
    const [head] = await this.#options.source.heads([this.stream.key])
    return head?.organizationId === this.organizationId ? head : undefined
  }

  async #begin(after: number | 'head'): Promise<void> {
    const head = await this.#options.limit(() => this.readHead())
    const seq = head?.seq ?? 0
    const position = after === 'head' ? seq : Math.min(after, seq)
    this.#tail = new StreamTail(seq - position > maxWarmUp ? seq : Math.max(0, position - warmUpMargin))
    this.#hasBegun = true
    await this.pump()
    // Retention may have dropped all rows up to the head.
    this.#tail.skipTo(seq)
    this.#isEnded ||= head !== undefined && head.final !== null
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#mustReadAgain) {
        this.#mustReadAgain = false
        if (await this.#readPage()) this.#mustReadAgain = true
      }
    } finally {
      // Reset in the same turn as the last check of the flag; otherwise a call in between would wait for a read that
      // never happens.
      this.#pumping = undefined
    }
  }

  /** Returns true if there may be more. */
  async #readPage(): Promise<boolean> {
    const { limit, source } = this.#options
    const rows = await limit(() => source.read(this.stream, this.#tail.last, pageRows))
    let bytes = 0
    for (const row of rows) {
      const entry = encodeEntry(row)
      this.#tail.push(entry, this.#options.maxTailBytes())
      if (entry.kind === 'end') this.#isEnded = true
      await this.#fanOut(entry)
      bytes += entry.frame.length
      if (bytes < burstBytes) continue
      bytes = 0
      await nextTurn()
    }
    return rows.length === pageRows
  }

  /**
   * Yields to other streams every few milliseconds, so that a busy stream with many readers lags behind on its own and
   * delays no one else. A subscriber that joins meanwhile has the entry from the tail; its cursor skips it.
   */
  async #fanOut(entry: StreamEntry): Promise<void> {
    let turnEnds = performance.now() + turnMs
    let served = 0
    for (const cursor of this.#live) {
      this.#deliver(cursor, entry)
      served += 1
      if (served % 16 !== 0 || performance.now() < turnEnds) continue
      await nextTurn()
      turnEnds = performance.now() + turnMs
    }
  }

  /** An error of one subscriber ends its stream; the others still get the entry. */
  #deliver(cursor: StreamCursor, entry: StreamEntry): void {
    try {
      cursor.deliver(entry)
    } catch (error) {
      this.#options.log.error({ err: error, stream: this.stream.key }, 'an event could not be delivered')
      cursor.fail(platformProblems.internal_error)
    }
  }
}
