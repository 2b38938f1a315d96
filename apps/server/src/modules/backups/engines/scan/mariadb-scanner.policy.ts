/**
 * Scans SQL from mariadb-dump. Rows follow `INSERT INTO … VALUES`, one per line, until a line that ends with a
 * semicolon; inside values a newline is always written as `\n`. Older versions write all rows of a statement on one
 * line.
 */
import type { DumpContent, RowHash } from '../manifest.schemas.ts'
import { LineHead } from './line-head.policy.ts'
import { OneLineRows } from './one-line-rows.policy.ts'
import { type DumpFacts, maximumObjects, type Scanner, TableDigest, toContent } from './scanner.policy.ts'

const newline = 10
const semicolon = 0x3b
/** Longer than the beginning of any statement with rows. */
const decidedBytes = 512

/** Comments that precede definitions. */
const headings: readonly (readonly [heading: string, kind: string])[] = [
  ['-- Table structure for table `', 'TABLE'],
  ['-- Final view structure for view `', 'VIEW'],
  ['-- Sequence structure for `', 'SEQUENCE'],
]
/** Definitions without a preceding comment. */
const definitions = ['PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE', 'PACKAGE BODY'] as const

export class MariadbScanner implements Scanner {
  readonly #rowHash: RowHash
  readonly #line = new LineHead()
  readonly #tables = new Map<string, TableDigest>()
  readonly #objects = new Set<string>()
  /** The table whose rows can follow now. */
  #announced: TableDigest | null = null
  #mode: 'text' | 'rows' | OneLineRows = 'text'
  #lastByte = 0
  #carry: Buffer | null = null
  #engineVersion: string | null = null
  #toolVersion: string | null = null
  #hasEndMarker = false

  constructor(rowHash: RowHash) {
    this.#rowHash = rowHash
  }

  push(given: Buffer): void {
    const chunk = this.#carry === null ? given : Buffer.concat([this.#carry, given])
    this.#carry = null
    for (let at = 0; at < chunk.length; ) at = this.#read(chunk, at)
  }

  end(): void {
    if (this.#carry !== null || !this.#line.isEmpty || this.#mode !== 'text') this.#hasEndMarker = false
  }

  content(): DumpContent {
    return toContent([...this.#objects], { tables: this.#tables.values(), rowHash: this.#rowHash })
  }

  facts(): DumpFacts {
    return {
      engineVersion: this.#engineVersion,
      toolVersion: this.#toolVersion,
      hasEndMarker: this.#hasEndMarker,
    }
  }

  #read(chunk: Buffer, at: number): number {
    if (this.#announced === null || this.#mode === 'text') return this.#readText(chunk, at)
    if (this.#mode === 'rows') return this.#readRows(chunk, at, this.#announced)
    return this.#readOneLine(chunk, at, { table: this.#announced, rows: this.#mode })
  }

  #readRows(chunk: Buffer, from: number, table: TableDigest): number {
    for (let lineStart = from; ; ) {
      const end = chunk.indexOf(newline, lineStart)
      if (end === -1) {
        table.update(chunk.subarray(from))
        this.#lastByte = chunk.at(-1) ?? newline
        return chunk.length
      }
      table.rows += 1
      if ((end > from ? chunk[end - 1] : this.#lastByte) === semicolon) {
        table.update(chunk.subarray(from, end))
        this.#mode = 'text'
        return end + 1
      }
      lineStart = end + 1
    }
  }

  #readOneLine(chunk: Buffer, at: number, { table, rows }: { table: TableDigest; rows: OneLineRows }): number {
    const end = rows.find(chunk, at)
    const next = end === -1 ? chunk.length : end
    table.update(chunk.subarray(at, next))
    if (end === -1) return next
    table.rows += rows.rows
    this.#mode = 'text'
    return next
  }

  #readText(chunk: Buffer, at: number): number {
    if (this.#announced !== null && this.#line.isEmpty) {
      const rows = rowsBegin(chunk, at, this.#announced.name)
      if (rows === 'undecided') {
        this.#carry = chunk.subarray(at)
        return chunk.length
      }
      if (rows !== 'none') {
        this.#hasEndMarker = false
        this.#mode = rows.isOnOneLine ? new OneLineRows() : 'rows'
        this.#lastByte = newline
        return rows.at
      }
    }
    const { next, isWhole } = this.#line.take(chunk, at)
    if (isWhole) this.#readLine(this.#line.read())
    return next
  }

  #readLine(line: string): void {
    if (line === '') return
    this.#hasEndMarker = line.startsWith('-- Dump completed')
    if (line.startsWith('--')) this.#readComment(line)
    else if (line === 'UNLOCK TABLES;') this.#announced = null
    else if (this.#announced === null && (line.startsWith('CREATE ') || line.startsWith('/*!5')))
      this.#readDefinition(line)
  }

  #readComment(line: string): void {
    this.#engineVersion ??= wordAfter(line, '-- Server version\t')
    this.#toolVersion ??= wordAfter(line, 'Distrib ')
    for (const [heading, kind] of headings) {
      if (line.startsWith(heading)) this.#name(`${kind} ${nameAt(line, heading.length)}`)
    }
    const dataWords = '-- Dumping data for table `'
    this.#announced = line.startsWith(dataWords)
      ? this.#tableOf(nameAt(line, dataWords.length))
      : line === '--'
        ? this.#announced
        : null
  }

  #readDefinition(line: string): void {
    const head = line.slice(0, 1_000)
    for (const kind of definitions) {
      const at = head.indexOf(` ${kind} \``)
      if (at !== -1) this.#name(`${kind} ${nameAt(head, at + kind.length + 3)}`)
    }
  }

  #tableOf(name: string): TableDigest {
    const table = this.#tables.get(name) ?? new TableDigest(name, this.#rowHash)
    this.#tables.set(name, table)
    return table
  }

  #name(object: string): void {
    if (this.#objects.size < maximumObjects) this.#objects.add(object)
  }
}

/** Checks at the start of a line whether rows of the table follow, and where they start. */
function rowsBegin(
  chunk: Buffer,
  at: number,
  table: string,
): { at: number; isOnOneLine: boolean } | 'none' | 'undecided' {
  const prefix = Buffer.from(`INSERT INTO \`${table.replaceAll('`', '``')}\` VALUES`)
  const isIt = chunk.subarray(at, at + prefix.length).equals(prefix)
  const isWhole = chunk.length - at > Math.max(decidedBytes, prefix.length) || chunk.indexOf(newline, at) !== -1
  if (!isIt) return isWhole ? 'none' : 'undecided'
  const next = at + prefix.length
  if (next >= chunk.length) return 'undecided'
  return { at: next + 1, isOnOneLine: chunk[next] !== newline }
}

/** Reads up to the closing backtick. */
function nameAt(line: string, at: number): string {
  let end = at
  while (end < line.length && (line[end] !== '`' || line[end + 1] === '`')) end += line[end] === '`' ? 2 : 1
  return line.slice(at, end).replaceAll('``', '`')
}

function wordAfter(line: string, prefix: string): string | null {
  const at = line.indexOf(prefix)
  if (at === -1) return null
  return (
    line
      .slice(at + prefix.length)
      .split(/[ ,]/)[0]
      ?.slice(0, 60) ?? null
  )
}
