/**
 * Collects the output of a program into chunks of at most 16 kB. Output after a pause is written after a quarter of a
 * second, so that a quiet program is visible quickly; continuous output is written, and its readers notified, once a
 * second or when much has accumulated. Writes happen one at a time, in order; a program that is faster than the
 * database waits.
 */
export const maxChunkBytes = 16 * 1024
const minDelayMs = 250
const everyMs = 1_000
const maxGatheredBytes = 8 * maxChunkBytes

export interface LogChunksOptions {
  /** Receives chunks in order, at most eight at a time. */
  write: (chunks: string[]) => Promise<void>
}

export class LogChunks implements AsyncDisposable {
  readonly #write: LogChunksOptions['write']
  #gathered = ''
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #error: unknown
  #flushedAt = -everyMs

  constructor({ write }: LogChunksOptions) {
    this.#write = write
  }

  /** Resolves when more output can be pushed. Throws the error of an earlier write. */
  async push(text: string): Promise<void> {
    this.#throwIfFailed()
    this.#gathered += text
    if (this.#gathered.length >= maxGatheredBytes) return await this.flush()
    const delayMs = Math.max(minDelayMs, this.#flushedAt + everyMs - performance.now())
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), delayMs)
  }

  /** Resolves when everything pushed so far is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushedAt = performance.now()
    const chunks = splitText(this.#gathered, maxChunkBytes)
    this.#gathered = ''
    for (let start = 0; start < chunks.length; start += maxGatheredBytes / maxChunkBytes) {
      const some = chunks.slice(start, start + maxGatheredBytes / maxChunkBytes)
      this.#writing = this.#writing.then(() => this.#writeUnlessFailed(some))
    }
    await this.#writing
    this.#throwIfFailed()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush()
  }

  async #writeUnlessFailed(chunks: string[]): Promise<void> {
    if (this.#error !== undefined) return
    await this.#write(chunks).catch((error: unknown) => {
      this.#error = error ?? new Error('writing the log failed')
    })
  }

  #throwIfFailed(): void {
    if (this.#error !== undefined) throw this.#error
  }
}

/** Splits at line ends where possible, never inside a character. */
export function splitText(text: string, maxBytes: number): string[] {
  const bytes = Buffer.from(text)
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = findEnd(bytes, start, maxBytes)
    pieces.push(bytes.toString('utf8', start, end))
    start = end
  }
  return pieces
}

function findEnd(bytes: Buffer, start: number, maxBytes: number): number {
  const limit = start + maxBytes
  if (limit >= bytes.length) return bytes.length
  const newline = bytes.lastIndexOf(10, limit - 1)
  if (newline > start) return newline + 1
  let end = limit
  // 10xxxxxx: inside a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return end
}
