/**
 * Parses multipart/form-data as a stream: one part after the other, each to its end, with little of it in memory (RFC
 * 7578). It is strict about the format and ignores file names, which are untrusted.
 */
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'

export interface Part {
  readonly name: string
  readonly isFile: boolean
  /** Must be read to its end before the next part. */
  readonly content: AsyncIterable<Buffer>
}

const maxHeaderBytes = 8 << 10
const maxParts = 20
const boundaryPattern = /;\s{0,5}boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))/i

/** Returns undefined if the header has no boundary. */
export function boundaryOf(contentType: string): string | undefined {
  const found = boundaryPattern.exec(contentType.slice(0, 300))
  return found?.[1] ?? found?.[2]
}

export async function* readMultipart(source: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await using bytes = new ByteReader(source)
  let parts = 0
  await drain(bytes.until(delimiter, maxHeaderBytes))
  while ((await bytes.take(2)).toString('latin1') === '\r\n') {
    parts += 1
    if (parts > maxParts) throw malformed('has too many parts')
    const content = bytes.until(delimiter)
    yield { ...describe(await bytes.line(Buffer.from('\r\n\r\n'), maxHeaderBytes)), content }
    // Skip the unread rest of the part.
    await drain(content)
  }
}

function describe(header: string): Pick<Part, 'name' | 'isFile'> {
  const disposition = /(?:^|\r\n)content-disposition:\s{0,5}form-data([^\r\n]{0,1000})/i.exec(header)?.[1] ?? ''
  const name = /;\s{0,5}name="([^"]{1,100})"/i.exec(disposition)?.[1]
  if (name === undefined) throw malformed('has a part without a name')
  return { name, isFile: /;\s{0,5}filename\*?=/i.test(disposition) }
}

/** Buffers bytes that arrived but weren't requested yet. */
class ByteReader implements AsyncDisposable {
  readonly #source: AsyncIterator<Uint8Array>
  // The first boundary can be at the very beginning.
  #buffer: Buffer = Buffer.from('\r\n')

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    while (this.#buffer.length < length) await this.#more()
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return taken
  }

  /**
   * Yields chunks up to a delimiter, without it. A second call with the same delimiter continues where the first
   * stopped.
   */
  async *until(mark: Buffer, limit = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    let given = 0
    for (;;) {
      const found = this.#buffer.indexOf(mark)
      const safe = found === -1 ? Math.max(0, this.#buffer.length - mark.length + 1) : found
      const piece = this.#buffer.subarray(0, safe)
      this.#buffer = this.#buffer.subarray(found === -1 ? safe : safe + mark.length)
      given += piece.length
      if (given > limit) throw malformed('does not begin with its boundary')
      if (piece.length > 0) yield piece
      if (found !== -1) return
      await this.#more()
    }
  }

  async line(mark: Buffer, limit: number): Promise<string> {
    for (;;) {
      const found = this.#buffer.indexOf(mark)
      if (found > limit || (found === -1 && this.#buffer.length > limit))
        throw malformed('has a header that is too long')
      if (found !== -1) return (await this.take(found + mark.length)).toString('latin1', 0, found)
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const next = await this.#source.next()
    if (next.done === true) throw malformed('ends before its last boundary')
    this.#buffer = Buffer.concat([this.#buffer, next.value])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#buffer = Buffer.alloc(0)
  }
}

async function drain(content: AsyncGenerator<Buffer>): Promise<void> {
  for await (const _ of content);
}

function malformed(what: string): AppError {
  return new AppError(platformProblems.malformed_request, `The form ${what}.`)
}
