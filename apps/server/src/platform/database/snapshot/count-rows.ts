/** Counts and hashes rows of a stream; each line is a row. */
import { createHash } from 'node:crypto'
import type { TableSum } from './snapshot-format.ts'

const newline = 0x0a

export function countRows() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
      for await (const part of source) {
        const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
        hash.update(chunk)
        for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
        yield chunk
      }
    },
    sum: (): TableSum => ({ rows, sha256: hash.digest('hex') }),
  }
}
