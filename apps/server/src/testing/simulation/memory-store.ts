/**
 * In-memory replacement for PostgreSQL: tables whose changes belong to a transaction, one transaction at a time. A
 * failed transaction rolls its changes back.
 */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandTransaction } from '../../platform/ids/brand.ts'

export interface StoreOptions {
  now(): Date
  /** Awaited before a transaction or statement begins and after it has ended: it can take time or throw. */
  onRoundTrip?(when: 'before' | 'after'): Promise<void>
  /** Runs before anything else can change. */
  onCommit?(): void
}

export class MemoryStore {
  readonly now: () => Date
  readonly #onWay: (when: 'before' | 'after') => Promise<void>
  readonly #onCommit: () => void
  #undo: (() => void)[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: StoreOptions) {
    this.now = options.now
    this.#onWay = options.onRoundTrip ?? (async () => undefined)
    this.#onCommit = options.onCommit ?? (() => undefined)
  }

  async transaction<T>(work: (tx: Tx) => Promise<T> | T): Promise<T> {
    await this.#onWay('before')
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    let result: T
    try {
      this.#undo = []
      result = await work(memoryTx)
      this.#onCommit()
    } catch (error) {
      for (const takeBack of this.#undo.toReversed()) takeBack()
      throw error
    } finally {
      resolve()
    }
    await this.#onWay('after')
    return result
  }

  noteChange(takeBack: () => void): void {
    this.#undo.push(takeBack)
  }
}

/** Rows are replaced, never mutated. */
export class MemoryTable<Row extends object> {
  readonly #store: MemoryStore
  readonly #rows = new Map<string, Row>()

  constructor(store: MemoryStore) {
    this.#store = store
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  all(): Row[] {
    return [...this.#rows.values()]
  }

  put(key: string, row: Row): void {
    const old = this.#rows.get(key)
    this.#store.noteChange(() => this.#restore(key, old))
    this.#rows.set(key, row)
  }

  /** Does nothing if the row doesn't exist. */
  change(key: string, changes: Partial<Row>): void {
    const old = this.#rows.get(key)
    if (old !== undefined) this.put(key, { ...old, ...changes })
  }

  delete(key: string): void {
    const old = this.#rows.get(key)
    if (old === undefined) return
    this.#store.noteChange(() => this.#restore(key, old))
    this.#rows.delete(key)
  }

  #restore(key: string, old: Row | undefined): void {
    if (old === undefined) this.#rows.delete(key)
    else this.#rows.set(key, old)
  }
}

class NoDatabase extends DummyDriver {
  override async acquireConnection(): Promise<never> {
    throw new Error('there is no SQL in memory: the code under simulation must go through its ports')
  }
}

const memoryTx = brandTransaction(
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new NoDatabase(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
)
