/**
 * The newest events of one stream, encoded once. They go to all live subscribers, and serve clients that reconnect
 * after a moment without a database query. Entries are consecutive and end at `last`.
 */
import { encodeJsonFrame } from '../http/sse/sse-frame.ts'
import type { StreamRow } from './stream-source.ts'

export interface StreamEntry {
  readonly seq: number
  readonly kind: string
  readonly projectId: string | null
  readonly subject: string | null
  readonly frame: Buffer
}

// Together with what a writer may have unsent when a replay continues (64), this stays below its limit of 256.
const maxEntries = 128

export class StreamTail {
  #entries: StreamEntry[] = []
  #bytes = 0
  #last: number

  constructor(last: number) {
    this.#last = last
  }

  /** Every event up to this number has been added. */
  get last(): number {
    return this.#last
  }

  /** The first stored event is the one after this number. */
  get start(): number {
    return this.#last - this.#entries.length
  }

  push(entry: StreamEntry, maxBytes: number): void {
    if (entry.seq <= this.#last) throw new Error(`event ${entry.seq} after event ${this.#last}`)
    if (entry.seq !== this.#last + 1) this.#clear()
    this.#entries.push(entry)
    this.#bytes += entry.frame.length
    this.#last = entry.seq
    while (this.#entries.length > maxEntries || (this.#bytes > maxBytes && this.#entries.length > 1)) {
      this.#bytes -= this.#entries.shift()?.frame.length ?? 0
    }
  }

  /** Continues from here; the events in between are no longer stored. */
  skipTo(seq: number): void {
    if (seq <= this.#last) return
    this.#clear()
    this.#last = seq
  }

  covers(afterSeq: number): boolean {
    return afterSeq >= this.start
  }

  /** Returns all entries after a number that it covers. */
  after(seq: number): readonly StreamEntry[] {
    return this.#entries.slice(Math.max(0, seq - this.start))
  }

  #clear(): void {
    this.#entries = []
    this.#bytes = 0
  }
}

export function encodeEntry({ seq, kind, projectId, subject = null, json }: StreamRow): StreamEntry {
  return { seq, kind, projectId, subject, frame: encodeJsonFrame({ id: seq, event: kind, json }) }
}
