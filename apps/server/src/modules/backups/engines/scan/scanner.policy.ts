/** Reads a dump while it streams. A scanner gets every byte once, stores none, and costs far less than compression. */
import { createHash, type Hash } from 'node:crypto'
import type { DumpContent, DumpedTable, RowHash } from '../manifest.schemas.ts'

export interface DumpFacts {
  /** Server version in the dump, such as 17.6, or null when the dump doesn't contain it. */
  readonly engineVersion: string | null
  /** Version of the tool that wrote the dump, if the dump contains it. */
  readonly toolVersion: string | null
  /** True when the dump has its own end marker and nothing follows. */
  readonly hasEndMarker: boolean
}

export interface Scanner {
  push(chunk: Buffer): void
  /** Call it after the last chunk. */
  end(): void
  content(): DumpContent
  facts(): DumpFacts
}

/** Digest of the rows of one table, in the order of the dump. */
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

/** Objects are counted and sorted, so two lists can be compared. A limit applies, because a dump can name millions. */
export const maximumObjects = 200_000

export function toContent(
  objects: readonly string[],
  { tables, rowHash }: { tables: Iterable<TableDigest>; rowHash: RowHash },
): DumpContent {
  return { objects: objects.toSorted(), tables: Array.from(tables, (table) => table.read()), rowHash, entries: null }
}
