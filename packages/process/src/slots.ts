/** Limits concurrency to N, first come first served, with a bounded queue. */
import { raceSignal } from './race-signal.ts'

export class Slots {
  #limit: number
  #inUse = 0
  readonly #maxWaiting: number
  readonly #waiting = new Set<() => void>()

  constructor(limit: number, maxWaiting = 1_000) {
    this.#limit = limit
    this.#maxWaiting = maxWaiting
  }

  get inUse(): number {
    return this.#inUse
  }

  get isFull(): boolean {
    return this.#inUse >= this.#limit
  }

  /** Rejects with the reason of the signal, or with a RangeError when the queue is full. */
  async take(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted()
    if (this.#inUse < this.#limit) this.#inUse += 1
    else await this.#wait(signal)
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        this.#inUse -= 1
        this.#next()
      },
    }
  }

  /** The other side accepts fewer than we assumed: one less than are in use now. */
  shrink(): void {
    this.#limit = Math.max(1, Math.min(this.#limit, this.#inUse) - 1)
  }

  async #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw new RangeError('too many wait already')
    const turn = Promise.withResolvers<void>()
    this.#waiting.add(turn.resolve)
    try {
      await raceSignal(turn.promise, signal)
    } catch (error) {
      // The slot can have been assigned at the same moment: pass it on to the next.
      if (!this.#waiting.delete(turn.resolve)) {
        this.#inUse -= 1
        this.#next()
      }
      throw error
    }
  }

  #next(): void {
    while (this.#inUse < this.#limit) {
      const [first] = this.#waiting
      if (first === undefined) return
      this.#waiting.delete(first)
      this.#inUse += 1
      first()
    }
  }
}
