/** Counts and hashes a stream as it passes. */
import { createHash } from 'node:crypto'

export class Digest {
  readonly #hash = createHash('sha256')
  bytes = 0

  async *through<Chunk extends Uint8Array>(source: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    for await (const chunk of source) {
      this.#hash.update(chunk)
      this.bytes += chunk.length
      yield chunk
    }
  }

  /** Hash of the bytes that have passed so far. */
  sha256(): string {
    return this.#hash.copy().digest('hex')
  }
}
