/** Parses the output of `git ls-tree -r -z` as it arrives. Pure. The names are untrusted input. */
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
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const end = bytes.lastIndexOf(0) + 1
    this.#rest = bytes.subarray(end)
    if (this.#rest.length > maxPathBytes * 16) throw failure('repository_too_large', { detail: 'a path is too long' })
    const text = bytes.toString('latin1', 0, end)
    for (const record of text.split('\0')) if (record !== '') this.#addRecord(record)
  }

  finish(): SourceListing {
    // Git sorts by bytes, while readers of the list compare strings. A hostile tree can be unsorted or repeat a name.
    this.#entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    const entries = this.#entries.filter((entry, index) => entry.path !== this.#entries[index - 1]?.path)
    return { entries, skipped: this.#skipped + this.#entries.length - entries.length }
  }

  /** Takes one record as latin1 characters, each of which is a byte. */
  #addRecord(record: string): void {
    if (this.#entries.length + this.#skipped >= this.#limits.files)
      throw failure('repository_too_large', { detail: `it has more than ${this.#limits.files} files` })
    const tab = record.indexOf('\t')
    const [, mode = '', type, id = ''] = header.exec(record.slice(0, Math.max(tab, 0))) ?? []
    if (type === undefined) throw failure('repository_unreadable')
    const path = readPath(record.slice(tab + 1))
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

/** Returns undefined for a name that no app needs and that could mislead its readers. */
function readPath(latin1: string): string | undefined {
  // Most names contain only letters, digits, and the like, and no part starts with a dot. They need no further check.
  if (latin1.length <= maxPartBytes && /^\w[\w@+,=()[\]{} -]*(?:[./][\w@+,=()[\]{} -]+)*$/.test(latin1)) return latin1
  const bytes = Buffer.from(latin1, 'latin1')
  if (bytes.length === 0 || bytes.length > maxPathBytes || !isUtf8(bytes)) return undefined
  const path = bytes.toString()
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(path)) return undefined
  return path.split('/').every(isPlainPart) ? path : undefined
}

function isPlainPart(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || part.length > maxPartBytes) return false
  // Rejects `.git` and the names that some file systems treat as the same.
  return !/^(?:\.git|git~\d+)[ .]*$/i.test(part)
}
