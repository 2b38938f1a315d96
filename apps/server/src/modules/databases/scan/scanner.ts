/** What reads a dump while it passes: it gets every byte once, keeps none, and costs far less than compressing it. */
import { createHash, type Hash } from 'node:crypto'
import type { DumpContent, DumpedTable, RowHash } from '../manifest.schemas.ts'

export interface DumpFacts {
  /** As the server said it in the dump, such as 17.6; null: it did not. */
  readonly engineVersion: string | null
  /** The version of the tool that wrote the dump, where the dump says it. */
  readonly toolVersion: string | null
  /** The dump says itself that it is whole, and nothing follows. */
  readonly hasEndMarker: boolean
}

export interface Scanner {
  push(chunk: Buffer): void
  /** There is no more. */
  end(): void
  content(): DumpContent
  facts(): DumpFacts
}

/** Rows of one table, in the order of the dump. */
export class TableDigest {
  readonly #hash: Hash
  readonly name: string
  rows = 0

  constructor(name: string, rowHash: RowHash) {
    this.name = name
    this.#hash = createHash(rowHash)
  }

  update(bytes: Buffer): void {
    if (bytes.length > 0) this.#hash.update(bytes)
  }

  read(): DumpedTable {
    return { name: this.name, rows: this.rows, digest: this.#hash.copy().digest('hex') }
  }
}

/** Counted and sorted, so that two lists can be compared. Kept within bounds: a dump may name millions. */
export const maximumObjects = 200_000

export function toContent(
  objects: readonly string[],
  { tables, rowHash }: { tables: Iterable<TableDigest>; rowHash: RowHash },
): DumpContent {
  return { objects: objects.toSorted(), tables: Array.from(tables, (table) => table.read()), rowHash, entries: null }
}
