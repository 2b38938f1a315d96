/**
 * Splits a stream into parts, each written into a buffer that the caller owns and reuses, so that memory is bounded by
 * the buffers.
 */

export class PartReader {
  readonly #content: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()
  #isOver = false
  #turn: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#content = content[Symbol.asyncIterator]()
  }

  /** Returns the next part, or null after the last. Concurrent callers get parts in call order. */
  async next(bufferFor: (number: number) => Buffer): Promise<{ number: number; body: Buffer } | null> {
    const mine = this.#turn.then(() => this.#read(bufferFor))
    this.#turn = mine.catch(() => undefined)
    return await mine
  }

  /** Stops reading and ends the source. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#content.return?.()
  }

  async #read(bufferFor: (number: number) => Buffer): Promise<{ number: number; body: Buffer } | null> {
    if (this.#isOver && this.#rest.length === 0) return null
    const number = this.#count + 1
    const buffer = bufferFor(number)
    const length = await this.#fill(buffer)
    if (length === 0) return null
    this.#count = number
    return { number, body: buffer.subarray(0, length) }
  }

  async #fill(buffer: Buffer): Promise<number> {
    let length = 0
    while (length < buffer.length) {
      if (this.#rest.length === 0 && !(await this.#refill())) break
      const taken = Math.min(this.#rest.length, buffer.length - length)
      buffer.set(this.#rest.subarray(0, taken), length)
      this.#rest = this.#rest.subarray(taken)
      length += taken
    }
    return length
  }

  async #refill(): Promise<boolean> {
    while (!this.#isOver && this.#rest.length === 0) {
      const { done, value } = await this.#content.next()
      if (done === true) this.#isOver = true
      else this.#rest = value
    }
    return this.#rest.length > 0
  }
}
