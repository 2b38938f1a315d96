/** Docker's multiplexed stream: frames with a header of eight bytes that contains the stream and the length. */
export type OutputStream = 'stdout' | 'stderr'

/** Passes data on as it arrives, so that a frame with an endless length costs no memory. */
export class RawStreamReader {
  readonly #onPart: (stream: OutputStream, part: Buffer) => void
  #head = Buffer.alloc(0)
  #stream: OutputStream = 'stdout'
  #left = 0

  constructor(onPart: (stream: OutputStream, part: Buffer) => void) {
    this.#onPart = onPart
  }

  /** Throws a RangeError for invalid input. */
  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const part = chunk.subarray(at, at + this.#left)
        this.#left -= part.length
        at += part.length
        this.#onPart(this.#stream, part)
      } else {
        const taken = chunk.subarray(at, at + 8 - this.#head.length)
        at += taken.length
        this.#head = Buffer.concat([this.#head, taken])
        if (this.#head.length === 8) this.#readHead()
      }
    }
  }

  #readHead(): void {
    const [kind, ...zeros] = this.#head.subarray(0, 4)
    if (kind === undefined || kind > 2 || zeros.some((byte) => byte !== 0))
      throw new RangeError('this is not a multiplexed stream')
    this.#stream = kind === 2 ? 'stderr' : 'stdout'
    this.#left = this.#head.readUInt32BE(4)
    this.#head = Buffer.alloc(0)
  }
}
