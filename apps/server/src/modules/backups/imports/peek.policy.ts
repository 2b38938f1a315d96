/** Reads the first bytes of a stream without consuming them. */
import { sniffedBytes } from './import-formats.policy.ts'

export interface Peeked {
  readonly start: Buffer
  readonly content: AsyncIterable<Buffer>
}

export async function peek(source: AsyncIterable<Buffer>): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  let isOver = false
  while (start.length < sniffedBytes && !isOver) {
    const next = await iterator.next()
    if (next.done === true) isOver = true
    else start = Buffer.concat([start, next.value])
  }
  async function* content(): AsyncGenerator<Buffer> {
    try {
      if (start.length > 0) yield start
      for (
        let next = isOver ? undefined : await iterator.next();
        next !== undefined && next.done !== true;
        next = await iterator.next()
      )
        yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { start, content: content() }
}
