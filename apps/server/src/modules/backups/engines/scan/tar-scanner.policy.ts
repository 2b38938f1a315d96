/**
 * Scans the archive of a volume. Entries are sorted by name, so they are hashed one after the other: name, kind, mode,
 * owner, and content. Times are left out.
 */
import type { DumpContent, RowHash } from '../manifest.schemas.ts'
import { ByteSource, CutOffError, type Reading } from './byte-source.policy.ts'
import { type DumpFacts, type Scanner, TableDigest } from './scanner.policy.ts'

const blockBytes = 512
const longestName = 1 << 20

interface Header {
  readonly name: string
  readonly size: number
  readonly kind: string
  /** Properties of an entry that count besides its content. */
  readonly facts: string
}

export class TarScanner implements Scanner {
  readonly #source = new ByteSource()
  readonly #rowHash: RowHash
  readonly #files: TableDigest
  readonly #reading: Reading<void>
  #isWhole = false
  #isDone = false

  constructor(rowHash: RowHash) {
    this.#rowHash = rowHash
    this.#files = new TableDigest('files', rowHash)
    this.#reading = this.#read()
  }

  push(chunk: Buffer): void {
    // Everything after the end of the archive is padding.
    if (this.#isDone) return
    this.#source.push(chunk)
    this.#advance()
  }

  end(): void {
    this.#source.hasEnded = true
    this.#advance()
  }

  content(): DumpContent {
    const files = this.#files.read()
    return { objects: [], tables: [files], rowHash: this.#rowHash, entries: files.rows }
  }

  facts(): DumpFacts {
    return { engineVersion: 'tar', toolVersion: null, hasEndMarker: this.#isWhole }
  }

  #advance(): void {
    if (this.#isDone) return
    try {
      this.#isDone = this.#reading.next().done === true
    } catch (error) {
      this.#isDone = true
      if (!(error instanceof CutOffError)) throw error
    }
  }

  *#read(): Reading<void> {
    const source = this.#source
    let more = new Map<string, string>()
    for (;;) {
      const block = yield* source.take(blockBytes)
      if (block.every((byte) => byte === 0)) break
      const header = readHeader(block)
      if (header.kind === 'x' || header.kind === 'L' || header.kind === 'K' || header.kind === 'g') {
        const text = (yield* this.#short(header.size)).toString()
        if (header.kind !== 'g') more = new Map([...more, ...readMore(header.kind, text)])
        continue
      }
      yield* this.#entry(header, more)
      more = new Map()
    }
    const last = yield* source.take(blockBytes)
    this.#isWhole = last.every((byte) => byte === 0)
  }

  *#entry(header: Header, more: ReadonlyMap<string, string>): Reading<void> {
    const size = Number(more.get('size') ?? header.size)
    const name = more.get('path') ?? header.name
    const facts = [name, header.facts, more.get('linkpath') ?? '', size].join('\0')
    this.#files.rows += 1
    this.#files.update(Buffer.from(`${facts}\n`))
    yield* this.#source.pass(size, (part) => this.#files.update(part))
    yield* this.#source.pass(-size & (blockBytes - 1), () => undefined)
  }

  *#short(size: number): Reading<Buffer> {
    if (size > longestName) throw new Error('a name in the archive is too long')
    const text = Buffer.from(yield* this.#source.take(size))
    yield* this.#source.pass(-size & (blockBytes - 1), () => undefined)
    return text
  }
}

function readHeader(block: Buffer): Header {
  const text = (from: number, length: number) => {
    const part = block.subarray(from, from + length)
    const end = part.indexOf(0)
    return part.subarray(0, end === -1 ? length : end).toString()
  }
  const prefix = text(345, 155)
  const kind = text(156, 1)
  const [mode, uid, gid] = [text(100, 8), text(108, 8), text(116, 8)]
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: readSize(block),
    kind,
    facts: [kind, mode, uid, gid, text(157, 100)].join('\0'),
  }
}

/** Reads octal digits, or a binary number when the first bit is set. */
function readSize(block: Buffer): number {
  if (((block[124] ?? 0) & 0x80) !== 0) return block.readUIntBE(130, 6)
  const size = Number.parseInt(block.subarray(124, 136).toString('latin1').replaceAll('\0', ' ').trim() || '0', 8)
  if (!Number.isSafeInteger(size)) throw new Error('the archive cannot be read')
  return size
}

/** Names and sizes that don't fit into a header come in an entry before it. */
function readMore(kind: string, text: string): [string, string][] {
  if (kind !== 'x') return [[kind === 'L' ? 'path' : 'linkpath', text.replaceAll('\0', '')]]
  const records: [string, string][] = []
  for (let rest = text; rest !== ''; ) {
    const length = Number.parseInt(rest, 10)
    if (!(length > 0)) break
    const record = Buffer.from(rest).subarray(0, length).toString()
    const [key = '', ...value] = record.slice(record.indexOf(' ') + 1).split('=')
    if (key === 'path' || key === 'size' || key === 'linkpath') records.push([key, value.join('=').replace(/\n$/, '')])
    rest = Buffer.from(rest).subarray(length).toString()
  }
  return records
}
