/** Splits a snapshot stream into JSON lines and the rows between them. */
import type { z } from 'zod'
import { endOfRows } from './snapshot-format.ts'

const newline = 0x0a
const maxLineBytes = 1 << 20
const endAfterRow = Buffer.concat([Buffer.from('\n'), endOfRows])

export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
}

export class SnapshotReader {
  readonly #source: AsyncIterator<Uint8Array>
  /** Buffered bytes; they start at the beginning of a line. */
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async readLine<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> {
    let end = this.#held.indexOf(newline)
    for (; end < 0; end = this.#held.indexOf(newline)) {
      if (this.#held.length > maxLineBytes) throw new SnapshotError('a line of the snapshot is too long')
      await this.#more()
    }
    const text = this.#held.subarray(0, end).toString()
    this.#held = this.#held.subarray(end + 1)
    const parsed = schema.safeParse(parseJson(text))
    if (!parsed.success) throw new SnapshotError('the snapshot is not of a form that this release can read')
    return parsed.data
  }

  async *readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#held.subarray(0, endOfRows.length).equals(endOfRows)) {
        this.#held = this.#held.subarray(endOfRows.length)
        return
      }
      const end = this.#held.indexOf(endAfterRow)
      const given = (end >= 0 ? end : this.#held.lastIndexOf(newline)) + 1
      if (given > 0) yield this.#held.subarray(0, given)
      this.#held = this.#held.subarray(given)
      if (end < 0) await this.#more()
    }
  }

  /** Fails if anything follows the last line. */
  async expectEnd(): Promise<void> {
    const { done } = await this.#source.next()
    if (this.#held.length > 0 || done !== true) throw new SnapshotError('the snapshot continues after its end')
  }

  async #more(): Promise<void> {
    const next = await this.#source.next()
    if (next.done === true) throw new SnapshotError('the snapshot ends too early')
    this.#held = this.#held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#held, next.value])
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
