/**
 * A subscriber's position in its stream. Every event goes through `deliver`, which passes each number once and only
 * forward: a replay may be ahead of what the hub has read, and switching to live must not repeat what it sent.
 */
import type { ProblemDefinition } from '../errors/problem.ts'
import { encodeFrame } from '../http/sse/sse-frame.ts'
import { streamProblems } from '../http/sse/stream-problems.ts'
import type { StreamHead, StreamRow } from './stream-source.ts'
import { encodeEntry, type StreamEntry } from './stream-tail.ts'

/** The part of a writer that the hub needs. */
export interface Subscriber {
  readonly isClosed: boolean
  send(frame: Buffer): boolean
  /** Resolves when there is capacity to continue a replay; false when the stream is closed. */
  ready(): Promise<boolean>
  end(...frames: readonly Buffer[]): void
  fail(problem: Pick<ProblemDefinition, 'code' | 'detail' | 'hint'>): void
  onClose(handler: () => void): void
}

export type Accepts = (event: Pick<StreamEntry, 'kind' | 'projectId' | 'subject'>) => boolean

/** A client whose filter accepts little still gets its position now and then; otherwise it would resume far back. */
const maxSkipped = 256

export class StreamCursor {
  /** The last number that passed, sent or filtered out. */
  position = 0
  readonly #subscriber: Subscriber
  readonly #accepts: Accepts
  #skipped = 0

  constructor(subscriber: Subscriber, accepts: Accepts) {
    this.#subscriber = subscriber
    this.#accepts = accepts
  }

  get isOpen(): boolean {
    return !this.#subscriber.isClosed
  }

  ready(): Promise<boolean> {
    return this.#subscriber.ready()
  }

  /** Gives a client that loses the connection before its first event a position to resume from. */
  beginAtHead(head: number): void {
    this.position = head
    this.#mark()
  }

  /** The events in between are no longer stored, or never were: the client must read the resources again. */
  skipTo(position: number): void {
    this.position = position
    const { code, detail, hint } = streamProblems.stream_history_gone
    this.#subscriber.send(encodeFrame({ id: position, event: 'reset', data: { code, detail, hint } }))
  }

  deliver(entry: StreamEntry): void {
    if (entry.seq <= this.position) return
    if (entry.seq !== this.position + 1) this.skipTo(entry.seq - 1)
    this.position = entry.seq
    if (entry.kind === 'end') {
      this.#subscriber.end(entry.frame)
    } else if (this.#accepts(entry)) {
      this.#skipped = 0
      this.#subscriber.send(entry.frame)
    } else {
      this.#skipped += 1
      if (this.#skipped >= maxSkipped) this.#mark()
    }
  }

  /** Delivers at the pace of the reader. Returns the number of bytes. */
  async replay(rows: readonly StreamRow[]): Promise<number> {
    let bytes = 0
    for (const row of rows) {
      if (!(await this.ready())) break
      const entry = encodeEntry(row)
      bytes += entry.frame.length
      this.deliver(entry)
    }
    return bytes
  }

  #mark(): void {
    this.#skipped = 0
    this.#subscriber.send(encodeFrame({ id: this.position, event: 'ready', data: {} }))
  }

  /**
   * Sends the outcome, without a number, to a late subscriber: one that arrives after the end or after the rows were
   * deleted.
   */
  end(final: StreamHead['final']): void {
    const frames = final === null ? [] : [encodeFrame({ event: final.kind, data: final.data })]
    this.#subscriber.end(...frames, encodeFrame({ event: 'end', data: {} }))
  }

  fail(problem: ProblemDefinition): void {
    this.#subscriber.fail(problem)
  }
}
