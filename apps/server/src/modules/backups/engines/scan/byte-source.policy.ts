/**
 * Buffers incoming chunks for readers that request a number of bytes at a time. A reader is a generator that yields
 * while it has to wait.
 */
export type Reading<Result> = Generator<void, Result, void>

export class ByteSource {
  #chunks: Buffer[] = []
  #at = 0
  #available = 0
  hasEnded = false

  push(chunk: Buffer): void {
    if (chunk.length === 0) return
    this.#chunks.push(chunk)
    this.#available += chunk.length
  }

  get isEmpty(): boolean {
    return this.#available === 0
  }

  *take(length: number): Reading<Buffer> {
    while (this.#available < length) {
      if (this.hasEnded) throw new CutOffError()
      yield
    }
    const [first] = this.#chunks
    if (first !== undefined && first.length - this.#at >= length) return this.#advance(first, length)
    const parts: Buffer[] = []
    for (let left = length; left > 0; ) {
      const [chunk] = this.#chunks
      if (chunk === undefined) throw new CutOffError()
      const part = this.#advance(chunk, Math.min(left, chunk.length - this.#at))
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  /** Passes bytes on in parts, for values that shouldn't be held in memory. */
  *pass(length: number, each: (part: Buffer) => void): Reading<void> {
    for (let left = length; left > 0; ) {
      const [chunk] = this.#chunks
      if (chunk === undefined) {
        if (this.hasEnded) throw new CutOffError()
        yield
        continue
      }
      const part = this.#advance(chunk, Math.min(left, chunk.length - this.#at))
      each(part)
      left -= part.length
    }
  }

  *byte(): Reading<number> {
    const bytes = yield* this.take(1)
    return bytes[0] ?? 0
  }

  #advance(chunk: Buffer, length: number): Buffer {
    const part = chunk.subarray(this.#at, this.#at + length)
    this.#at += length
    this.#available -= length
    if (this.#at === chunk.length) {
      this.#chunks.shift()
      this.#at = 0
    }
    return part
  }
}

export class CutOffError extends Error {
  override readonly name = 'CutOffError'

  constructor() {
    super('the dump ends in the middle')
  }
}
