/** Serves blob contents by index until the limits are reached. Contents beyond the limits are reported as absent. */
import type { BlobReader, FetchedSource, SourceEntry } from '../git/source.ts'

const limits = {
  files: 50_000,
  bytes: 100_000_000,
  /**
   * Number of requests that go to the server again, and how many files each can fetch: the network is slow, and a guess
   * is enough.
   */
  rounds: 4,
  filesOfRound: 100,
}

export class BlobServer implements AsyncDisposable {
  readonly #fetched: FetchedSource
  readonly #entries: readonly SourceEntry[]
  readonly #blobs: BlobReader
  #filesLeft = limits.files
  #bytesLeft = limits.bytes
  #roundsLeft = limits.rounds
  /** Sizes by blob id; null for an absent blob. */
  readonly #sizes = new Map<string, number | null>()
  /** True when the server omits blobs: a blob that was not fetched is absent, and git needn't be asked for it. */
  #isPartial = false

  constructor(fetched: FetchedSource, entries: readonly SourceEntry[]) {
    this.#fetched = fetched
    this.#entries = entries
    this.#blobs = fetched.openBlobs()
  }

  /** Fetches all likely blobs at once and returns the sizes of those that are present. */
  async prepare(likely: readonly SourceEntry[], signal: AbortSignal): Promise<Map<string, number>> {
    const ids = [...new Set(likely.map((entry) => entry.id))]
    // A server that omits one blob omits all of them.
    const [first] = await this.#blobs.sizes(ids.slice(0, 1), signal)
    this.#isPartial = first === null
    if (this.#isPartial) await this.#fetched.obtain(ids, { signal })
    await this.#readSizes(ids, signal)
    return new Map(ids.map((id) => [id, this.#sizes.get(id) ?? 0]))
  }

  async read(indexes: readonly number[], signal: AbortSignal): Promise<(Buffer | null)[]> {
    const ids = indexes.map((index) => this.#entries[index]).map((entry) => (entry?.kind === 'file' ? entry.id : ''))
    const wanted = [...new Set(ids)].filter((id) => id !== '').slice(0, this.#filesLeft)
    this.#filesLeft -= wanted.length
    await this.#ensureSizes(wanted, signal)
    const affordable = wanted.filter((id) => this.#afford(this.#sizes.get(id) ?? null))
    const found = new Map((await this.#blobs.read(affordable, signal)).map((blob, at) => [affordable[at] ?? '', blob]))
    return ids.map((id) => found.get(id) ?? null)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#blobs[Symbol.asyncDispose]()
  }

  async #ensureSizes(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const unknown = ids.filter((id) => !this.#sizes.has(id))
    if (!this.#isPartial) await this.#readSizes(unknown, signal)
    else if (unknown.length > 0 && unknown.length <= limits.filesOfRound && this.#roundsLeft > 0) {
      this.#roundsLeft -= 1
      await this.#fetched.obtain(unknown, { signal })
      await this.#readSizes(unknown, signal)
    }
  }

  async #readSizes(ids: readonly string[], signal: AbortSignal): Promise<void> {
    for (const [at, size] of (await this.#blobs.sizes(ids, signal)).entries()) this.#sizes.set(ids[at] ?? '', size)
  }

  #afford(bytes: number | null): boolean {
    if (bytes === null || bytes > this.#bytesLeft) return false
    this.#bytesLeft -= bytes
    return true
  }
}
