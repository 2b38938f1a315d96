/**
 * Scans plain SQL from pg_dump. Rows are between `COPY … FROM stdin;` and a line `\.`, one per line; comments name
 * everything else. A function whose text looks like a dump is read as one, in the same way every time, so comparisons
 * stay valid.
 */
import type { DumpContent, RowHash } from '../manifest.schemas.ts'
import { LineHead } from './line-head.policy.ts'
import { type DumpFacts, maximumObjects, type Scanner, TableDigest, toContent } from './scanner.policy.ts'

const newline = 10
const backslash = 0x5c
const dot = 0x2e

export class PostgresScanner implements Scanner {
  readonly #rowHash: RowHash
  readonly #line = new LineHead()
  readonly #tables: TableDigest[] = []
  readonly #objects: string[] = []
  #announced: string | null = null
  #rows: TableDigest | null = null
  #largeObjects: TableDigest | null = null
  /** True inside rows when the previous chunk ended within a line. */
  #isWithinLine = false
  /** The beginning of `\.` at the end of a chunk. */
  #carry: Buffer | null = null
  #engineVersion: string | null = null
  #toolVersion: string | null = null
  /** The previous line, and whether it was the end marker, which pg_dump writes between two `--` lines. */
  #before = ''
  #isMarked = false
  #hasEndMarker = false

  constructor(rowHash: RowHash) {
    this.#rowHash = rowHash
  }

  push(given: Buffer): void {
    const chunk = this.#carry === null ? given : Buffer.concat([this.#carry, given])
    this.#carry = null
    for (let at = 0; at < chunk.length; ) {
      at = this.#rows === null ? this.#readText(chunk, at) : this.#readRows(chunk, at, this.#rows)
    }
  }

  end(): void {
    // A complete dump ends with a newline and outside rows.
    if (!this.#line.isEmpty || this.#rows !== null) this.#hasEndMarker = false
  }

  content(): DumpContent {
    return toContent(this.#objects, { tables: this.#tables, rowHash: this.#rowHash })
  }

  facts(): DumpFacts {
    return {
      engineVersion: this.#engineVersion,
      toolVersion: this.#toolVersion,
      hasEndMarker: this.#hasEndMarker,
    }
  }

  #readRows(chunk: Buffer, from: number, table: TableDigest): number {
    let lineStart = from
    for (;;) {
      const end = chunk.indexOf(newline, lineStart)
      if (end === -1) return this.#endOfChunk(chunk, { from, lineStart, table })
      if (!this.#isWithinLine && end - lineStart === 2 && isEndOfRows(chunk, lineStart)) {
        table.update(chunk.subarray(from, lineStart))
        this.#rows = null
        return end + 1
      }
      this.#isWithinLine = false
      table.rows += 1
      lineStart = end + 1
    }
  }

  #endOfChunk(chunk: Buffer, { from, lineStart, table }: { from: number; lineStart: number; table: TableDigest }) {
    const left = chunk.length - lineStart
    const mayBeEnd = !this.#isWithinLine && left > 0 && left <= 2 && chunk[lineStart] === backslash
    table.update(chunk.subarray(from, mayBeEnd ? lineStart : chunk.length))
    if (mayBeEnd) this.#carry = chunk.subarray(lineStart)
    else if (left > 0) this.#isWithinLine = true
    return chunk.length
  }

  #readText(chunk: Buffer, at: number): number {
    const { next, isWhole } = this.#line.take(chunk, at)
    this.#largeObjects?.update(chunk.subarray(at, next))
    if (isWhole) this.#readLine(this.#line.read())
    return next
  }

  #readLine(line: string): void {
    const before = this.#before
    this.#before = line
    if (line === '' || line.startsWith('\\unrestrict ')) return
    this.#hasEndMarker = line === '--' && (this.#hasEndMarker || this.#isMarked)
    this.#isMarked = before === '--' && line === '-- PostgreSQL database dump complete'
    if (line === '--') return
    if (line.startsWith('-- ')) this.#readComment(line)
    else this.#readStatement(line)
  }

  #readStatement(line: string): void {
    if (this.#announced !== null && line.startsWith('COPY ') && line.endsWith(' FROM stdin;')) {
      this.#rows = new TableDigest(this.#announced, this.#rowHash)
      this.#isWithinLine = false
      this.#tables.push(this.#rows)
    }
    this.#announced = null
    if (line.startsWith('SELECT pg_catalog.setval(')) this.#name(`SEQUENCE VALUE ${line.slice(25, 400)}`)
    if (this.#largeObjects !== null && line.startsWith('SELECT pg_catalog.lowrite(')) this.#largeObjects.rows += 1
  }

  #readComment(line: string): void {
    this.#engineVersion ??= versionAfter(line, '-- Dumped from database version ')
    this.#toolVersion ??= versionAfter(line, '-- Dumped by pg_dump version ')
    const isData = line.startsWith('-- Data for Name: ')
    if (!isData && !line.startsWith('-- Name: ')) return
    this.#largeObjects = null
    const entry = readEntry(line.slice(line.indexOf(': ') + 2))
    if (entry === undefined) return
    if (!isData) this.#name(`${entry.type} ${entry.name}`)
    this.#announced = isData && entry.type === 'TABLE DATA' ? entry.name : null
    if (!isData || entry.type !== 'BLOBS') return
    this.#largeObjects = new TableDigest('large objects', this.#rowHash)
    this.#tables.push(this.#largeObjects)
  }

  #name(object: string): void {
    if (this.#objects.length < maximumObjects) this.#objects.push(object)
  }
}

function isEndOfRows(chunk: Buffer, at: number): boolean {
  return chunk[at] === backslash && chunk[at + 1] === dot
}

/** `users; Type: TABLE; Schema: public; Owner: app` */
function readEntry(text: string): { name: string; type: string } | undefined {
  const owner = text.lastIndexOf('; Owner: ')
  const schema = text.lastIndexOf('; Schema: ', owner)
  const type = text.lastIndexOf('; Type: ', schema)
  if (type === -1 || schema === -1 || owner === -1) return undefined
  const space = text.slice(schema + 10, owner)
  const name = text.slice(0, type)
  return { name: space === '-' ? name : `${space}.${name}`, type: text.slice(type + 8, schema) }
}

function versionAfter(line: string, prefix: string): string | null {
  if (!line.startsWith(prefix)) return null
  return line.slice(prefix.length).split(' ')[0]?.slice(0, 60) ?? null
}
