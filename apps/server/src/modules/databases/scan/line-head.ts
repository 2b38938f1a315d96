/** The beginnings of lines, gathered over the borders of chunks. What follows after so many bytes is left out. */
const newline = 10
const maximumBytes = 128 << 10

export class LineHead {
  #parts: Buffer[] = []
  #bytes = 0

  /** Takes what belongs to the line that begins or goes on at `at`. Answers where it ends: behind its newline, or with the chunk. */
  take(chunk: Buffer, at: number): { next: number; isWhole: boolean } {
    const end = chunk.indexOf(newline, at)
    const stop = end === -1 ? chunk.length : end
    const room = maximumBytes - this.#bytes
    if (room > 0 && stop > at) {
      const part = chunk.subarray(at, Math.min(stop, at + room))
      this.#parts.push(part)
      this.#bytes += part.length
    }
    return end === -1 ? { next: chunk.length, isWhole: false } : { next: end + 1, isWhole: true }
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  /** The line so far, and a new one begins. Bytes that are no text become one character each. */
  read(): string {
    const [first, ...rest] = this.#parts
    const bytes = first === undefined ? Buffer.alloc(0) : rest.length === 0 ? first : Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    return bytes.toString()
  }
}
