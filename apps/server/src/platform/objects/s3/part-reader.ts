/** Cuts a stream into parts, each written into a buffer that the caller owns and uses again: memory is what the buffers are. */

export class PartReader {
  readonly #content: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()
  #isOver = false
  #turn: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#content = content[Symbol.asyncIterator]()
  }

  /** The next part, or null after the last. Those who ask at once get parts in the order in which they asked. */
  async next(bufferFor: (number: number) => Buffer): Promise<{ number: number; body: Buffer } | null> {
    const mine = this.#turn.then(() => this.#read(bufferFor))
    this.#turn = mine.catch(() => undefined)
    return await mine
  }

  /** Nobody wants the rest: who writes it is told. */
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
