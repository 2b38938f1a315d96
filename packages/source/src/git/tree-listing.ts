/** Reads the output of `git ls-tree -r -z` as it comes. Pure. The names in it are of whoever wrote the repository. */
import { isUtf8 } from 'node:buffer'
import { failure } from './failures.ts'
import type { SourceEntry, SourceListing } from './source.ts'

export interface ListingLimits {
  readonly files: number
  readonly outputBytes: number
}

const maxPathBytes = 4_096
const maxPartBytes = 255
const header = /^(\d{6}) (blob|commit) ([0-9a-f]{40})$/

export class TreeListing {
  readonly #limits: ListingLimits
  readonly #entries: SourceEntry[] = []
  #skipped = 0
  #rest: Buffer = Buffer.alloc(0)
  #bytes = 0

  constructor(limits: ListingLimits) {
    this.#limits = limits
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#limits.outputBytes)
      throw failure('repository_too_large', { detail: 'its list of files is too long' })
    const text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let from = 0
    for (let end = text.indexOf(0); end >= 0; end = text.indexOf(0, from)) {
      this.#addRecord(text.subarray(from, end))
      from = end + 1
    }
    this.#rest = text.subarray(from)
    if (this.#rest.length > maxPathBytes * 16) throw failure('repository_too_large', { detail: 'a path is too long' })
  }

  finish(): SourceListing {
    // Git sorts by bytes, readers of the list compare as JavaScript does. A hostile tree may be in any order, or say a name twice.
    this.#entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    const entries = this.#entries.filter((entry, index) => entry.path !== this.#entries[index - 1]?.path)
    return { entries, skipped: this.#skipped + this.#entries.length - entries.length }
  }

  #addRecord(record: Buffer): void {
    if (this.#entries.length + this.#skipped >= this.#limits.files)
      throw failure('repository_too_large', { detail: `it has more than ${this.#limits.files} files` })
    const tab = record.indexOf(9)
    const [, mode = '', type, id = ''] = header.exec(record.subarray(0, Math.max(tab, 0)).toString('latin1')) ?? []
    if (type === undefined) throw failure('repository_unreadable')
    const path = readPath(record.subarray(tab + 1))
    const kind = kindOf(mode, type)
    if (path === undefined || kind === undefined) this.#skipped += 1
    else this.#entries.push({ path, kind, id, isExecutable: mode === '100755' })
  }
}

function kindOf(mode: string, type: string): SourceEntry['kind'] | undefined {
  if (mode === '160000' && type === 'commit') return 'submodule'
  if (mode === '120000') return 'link'
  return mode.startsWith('100') ? 'file' : undefined
}

/** Undefined for a name that nobody needs and that could mislead whoever handles it. */
function readPath(bytes: Buffer): string | undefined {
  if (bytes.length === 0 || bytes.length > maxPathBytes || !isUtf8(bytes)) return undefined
  const path = bytes.toString()
  if (/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\\]/u.test(path)) return undefined
  return path.split('/').every(isPlainPart) ? path : undefined
}

function isPlainPart(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || part.length > maxPartBytes) return false
  // `.git`, and what some file systems take for it.
  return !/^(?:\.git|git~\d+)[ .]*$/i.test(part)
}
