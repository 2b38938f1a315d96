/** Collects the beginnings of lines across chunk boundaries, up to a maximum length. */
const newline = 10
const maximumBytes = 128 << 10

export class LineHead {
  #parts: Buffer[] = []
  #bytes = 0

  /**
   * Consumes the part of the chunk that belongs to the line at `at`. Returns the position after its newline, or the end
   * of the chunk.
   */
  take(chunk: Buffer, at: number): { next: number; isWhole: boolean } {
    const end = chunk.indexOf(newline, at)
    const stop = end === -1 ? chunk.length : end
    const free = maximumBytes - this.#bytes
    if (free > 0 && stop > at) {
      const part = chunk.subarray(at, Math.min(stop, at + free))
      this.#parts.push(part)
      this.#bytes += part.length
    }
    return end === -1 ? { next: chunk.length, isWhole: false } : { next: end + 1, isWhole: true }
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  /** Returns the line so far and starts a new one. Bytes that aren't valid text become one character each. */
  read(): string {
    const [first, ...rest] = this.#parts
    const bytes = first === undefined ? Buffer.alloc(0) : rest.length === 0 ? first : Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    return bytes.toString()
  }
}
