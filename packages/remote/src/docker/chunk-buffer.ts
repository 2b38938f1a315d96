/**
 * Collects small chunks into larger ones. A program writes a few kilobytes at a time, and each chunk that passes
 * through compression, hashes, and streams costs the same whatever its size.
 */
export class ChunkBuffer {
  readonly #size: number
  #buffer: Buffer
  #length = 0

  constructor(size: number) {
    this.#size = size
    this.#buffer = Buffer.allocUnsafeSlow(size)
  }

  /** Yields the full chunks that this part completes. */
  *push(part: Buffer): Generator<Buffer> {
    for (let at = 0; at < part.length; ) {
      const taken = part.copy(this.#buffer, this.#length, at, at + this.#size - this.#length)
      at += taken
      this.#length += taken
      if (this.#length === this.#size) yield this.#give()
    }
  }

  /** Yields the remainder. */
  *end(): Generator<Buffer> {
    if (this.#length > 0) yield this.#give()
  }

  #give(): Buffer {
    const whole = this.#buffer.subarray(0, this.#length)
    // Allocate a new buffer because the receiver can keep the old one.
    this.#buffer = Buffer.allocUnsafeSlow(this.#size)
    this.#length = 0
    return whole
  }
}
