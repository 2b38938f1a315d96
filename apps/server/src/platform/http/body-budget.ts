/**
 * Limits the bytes of request bodies that are held for unauthenticated senders. Bytes count as they arrive, so that a
 * sender who only announces a large body holds nothing, and no single sender can take more than its share.
 */
import { Transform } from 'node:stream'

export interface BodyBudgetOptions {
  readonly totalBytes: number
  /** Maximum for each key, such as an IP address. */
  readonly shareBytes: number
}

export class BodyBudget {
  readonly #options: BodyBudgetOptions
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(options: BodyBudgetOptions) {
    this.#options = options
  }

  /** Returns false if the budget is exhausted. */
  take(keys: readonly string[], bytes: number): boolean {
    const { totalBytes, shareBytes } = this.#options
    const isFull = keys.some((key) => this.heldBy(key) + bytes > shareBytes)
    if (isFull || this.#total + bytes > totalBytes) return false
    this.#add(keys, bytes)
    return true
  }

  give(keys: readonly string[], bytes: number): void {
    this.#add(keys, -bytes)
  }

  heldBy(key: string): number {
    return this.#held.get(key) ?? 0
  }

  /**
   * Counts a body as it streams through. `onFull` creates the error that ends it. Call `release` when the body is no
   * longer held.
   */
  count(keys: readonly string[], onFull: () => Error): { stream: BodyCounter; release: () => void } {
    const stream = new BodyCounter((bytes) => (this.take(keys, bytes) ? null : onFull()))
    const release = () => this.give(keys, stream.receivedEncodedLength)
    return { stream, release }
  }

  #add(keys: readonly string[], bytes: number): void {
    this.#total += bytes
    for (const key of keys) {
      const held = this.heldBy(key) + bytes
      if (held === 0) this.#held.delete(key)
      else this.#held.set(key, held)
    }
  }
}

export class BodyCounter extends Transform {
  /** Fastify compares this with Content-Length. */
  receivedEncodedLength = 0
  readonly #take: (bytes: number) => Error | null

  constructor(take: (bytes: number) => Error | null) {
    super()
    this.#take = take
  }

  override _transform(part: Buffer, _encoding: string, done: (error: Error | null, part?: Buffer) => void): void {
    const error = this.#take(part.length)
    if (error === null) this.receivedEncodedLength += part.length
    done(error, error === null ? part : undefined)
  }
}
