/** Limits concurrency to N, first come first served, with a bounded queue. */
export class Slots {
  #free: number
  readonly #maxWaiting: number
  readonly #waiting = new Set<() => void>()

  constructor(limit: number, maxWaiting: number) {
    this.#free = limit
    this.#maxWaiting = maxWaiting
  }

  /** Rejects with the reason of the signal, or with a RangeError when the queue is full. */
  async take(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(signal)
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#give()
        isHeld = false
      },
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw new RangeError('too many wait already')
    return new Promise((resolve, reject) => {
      const onTurn = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        this.#waiting.delete(onTurn)
        reject(signal.reason)
      }
      this.#waiting.add(onTurn)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  #give(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(first)
    first()
  }
}
