/** The file tree that the analyzer reads: contents arrive over the pipe in batches. */
import type { Tree, TreeEntry } from '@longshore/analyzer/tree'
import { readBlobs, writeIndexes } from '../wire-tree.ts'
import { decodeText } from './decode-text.ts'

interface Batch {
  readonly count: number
  settle(texts: (string | null)[]): void
}

const filesAtOnce = 512
const bytesAtOnce = 8_000_000

export class PipedTree implements Tree {
  readonly entries: readonly TreeEntry[]
  readonly #indexes: ReadonlyMap<string, number>
  readonly #send: (indexes: Buffer) => void
  readonly #waiting: Batch[] = []

  constructor(entries: readonly TreeEntry[], send: (indexes: Buffer) => void) {
    this.entries = entries
    this.#send = send
    this.#indexes = new Map(entries.map((entry, index) => [entry.path, index]))
  }

  async read(paths: readonly string[]): Promise<(string | null)[]> {
    const indexes = paths.map((path) => this.#indexes.get(path) ?? -1)
    const wanted = indexes.filter((index) => this.entries[index]?.kind === 'file')
    const texts = (await Promise.all(this.#batches(wanted).map((batch) => this.#ask(batch)))).flat()
    const found = new Map(wanted.map((index, at) => [index, texts[at] ?? null]))
    return indexes.map((index) => found.get(index) ?? null)
  }

  /** Resolves the oldest pending request. */
  take(body: Buffer): void {
    const batch = this.#waiting.shift()
    batch?.settle(readBlobs(body, batch.count).map((blob) => (blob === null ? null : decodeText(blob))))
  }

  #ask(indexes: readonly number[]): Promise<(string | null)[]> {
    return new Promise((settle) => {
      this.#waiting.push({ count: indexes.length, settle })
      this.#send(writeIndexes(indexes))
    })
  }

  #batches(indexes: readonly number[]): number[][] {
    const batches: number[][] = []
    let bytes = Number.POSITIVE_INFINITY
    for (const index of indexes) {
      const last = batches.at(-1)
      const size = this.entries[index]?.bytes ?? 0
      if (last === undefined || last.length >= filesAtOnce || bytes + size > bytesAtOnce) {
        batches.push([index])
        bytes = size
      } else {
        last.push(index)
        bytes += size
      }
    }
    return batches
  }
}
