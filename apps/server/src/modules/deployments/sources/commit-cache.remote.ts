/**
 * Caches fetched commits for the following steps. A worker without a cached commit fetches it again, so only time
 * depends on the cache.
 */
import type { FetchedSource } from '@longshore/source/git'

interface CachedCommit {
  readonly fetching: Promise<FetchedSource>
  users: number
  timer: NodeJS.Timeout | undefined
}

const keptForMs = 300_000
const maxKept = 16

export class CommitCache implements AsyncDisposable {
  readonly #kept = new Map<string, CachedCommit>()

  async use<Result>(
    key: string,
    fetch: () => Promise<FetchedSource>,
    work: (fetched: FetchedSource) => Promise<Result>,
  ): Promise<Result> {
    const kept = this.#kept.get(key) ?? this.#add(key, fetch())
    kept.users += 1
    clearTimeout(kept.timer)
    try {
      return await work(await kept.fetching)
    } finally {
      this.#leave(key, kept)
    }
  }

  /** Caches a commit that was fetched by branch under its hash. */
  keep(key: string, fetched: FetchedSource): void {
    const known = this.#kept.get(key)
    if (known !== undefined) return void fetched[Symbol.asyncDispose]()
    const kept = this.#add(key, Promise.resolve(fetched))
    kept.users += 1
    this.#leave(key, kept)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((key) => this.#remove(key)))
  }

  #add(key: string, fetching: Promise<FetchedSource>): CachedCommit {
    const kept: CachedCommit = { fetching, users: 0, timer: undefined }
    this.#kept.set(key, kept)
    fetching.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
    })
    return kept
  }

  #leave(key: string, kept: CachedCommit): void {
    kept.users -= 1
    if (kept.users > 0 || this.#kept.get(key) !== kept) return
    kept.timer = setTimeout(() => void this.#remove(key), keptForMs)
    kept.timer.unref()
    const unused = [...this.#kept].filter(([, each]) => each.users === 0)
    for (const [oldest] of unused.slice(0, Math.max(this.#kept.size - maxKept, 0))) void this.#remove(oldest)
  }

  async #remove(key: string): Promise<void> {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    clearTimeout(kept.timer)
    const fetched = await kept.fetching.catch(() => undefined)
    await fetched?.[Symbol.asyncDispose]()
  }
}
