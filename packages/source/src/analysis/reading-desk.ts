/** Hands out contents by number until the limits are reached; what is beyond them is answered as if it were absent. */
import type { BlobReader, FetchedSource, SourceEntry } from '../git/source.ts'

const limits = {
  files: 50_000,
  bytes: 100_000_000,
  /** Questions that make us ask the server again, and what each may ask for: a network is slow, and a guess is enough. */
  rounds: 4,
  filesOfRound: 100,
}

export class ReadingDesk implements AsyncDisposable {
  readonly #fetched: FetchedSource
  readonly #entries: readonly SourceEntry[]
  readonly #blobs: BlobReader
  #filesLeft = limits.files
  #bytesLeft = limits.bytes
  #roundsLeft = limits.rounds

  constructor(fetched: FetchedSource, entries: readonly SourceEntry[]) {
    this.#fetched = fetched
    this.#entries = entries
    this.#blobs = fetched.openBlobs()
  }

  /** Fetches what will be wanted in one go, and gives the sizes of what is there. */
  async prepare(likely: readonly SourceEntry[], signal: AbortSignal): Promise<Map<string, number>> {
    const ids = [...new Set(likely.map((entry) => entry.id))]
    // A server that leaves out blobs leaves out all of them.
    const [first] = await this.#blobs.sizes(ids.slice(0, 1), signal)
    if (first === null) await this.#fetched.obtain(ids, { signal })
    const sizes = await this.#blobs.sizes(ids, signal)
    return new Map(ids.map((id, at) => [id, sizes[at] ?? 0]))
  }

  async read(indexes: readonly number[], signal: AbortSignal): Promise<(Buffer | null)[]> {
    const ids = indexes.map((index) => this.#entries[index]).map((entry) => (entry?.kind === 'file' ? entry.id : ''))
    const wanted = [...new Set(ids)].filter((id) => id !== '').slice(0, this.#filesLeft)
    this.#filesLeft -= wanted.length
    const sizes = await this.#sizesOf(wanted, signal)
    const affordable = wanted.filter((id) => this.#afford(sizes.get(id) ?? null))
    const found = new Map((await this.#blobs.read(affordable, signal)).map((blob, at) => [affordable[at] ?? '', blob]))
    return ids.map((id) => found.get(id) ?? null)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#blobs[Symbol.asyncDispose]()
  }

  async #sizesOf(ids: readonly string[], signal: AbortSignal): Promise<Map<string, number | null>> {
    const sizes = await this.#blobs.sizes(ids, signal)
    const known = new Map(ids.map((id, at) => [id, sizes[at] ?? null]))
    const missing = ids.filter((id) => known.get(id) === null)
    if (missing.length === 0 || missing.length > limits.filesOfRound || this.#roundsLeft === 0) return known
    this.#roundsLeft -= 1
    await this.#fetched.obtain(missing, { signal })
    for (const [at, size] of (await this.#blobs.sizes(missing, signal)).entries()) known.set(missing[at] ?? '', size)
    return known
  }

  #afford(bytes: number | null): boolean {
    if (bytes === null || bytes > this.#bytesLeft) return false
    this.#bytesLeft -= bytes
    return true
  }
}
