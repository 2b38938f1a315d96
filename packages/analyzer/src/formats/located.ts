/**
 * YAML and JSON as plain data with line numbers. Aliases are resolved and counted, so that a small file can't expand
 * without limit.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'

export type Located = LocatedMap | LocatedList | LocatedScalar

export interface LocatedMap {
  readonly kind: 'map'
  readonly line: number
  readonly entries: ReadonlyMap<string, Entry>
}

interface Entry {
  /** Line of the key. */
  readonly line: number
  readonly value: Located
}

export interface LocatedList {
  readonly kind: 'list'
  readonly line: number
  readonly items: readonly Located[]
}

export interface LocatedScalar {
  readonly kind: 'scalar'
  readonly line: number
  readonly value: string | number | boolean | null
  /** Original text without quotes: `3.10` stays `3.10`. */
  readonly text: string
}

export interface UnreadableFile {
  readonly kind: 'unreadable'
  readonly line: number | null
  readonly why: string
}

const maxBytes = 1_000_000
const maxNodes = 20_000
const maxDepth = 40

export function readYaml(text: string): Located | UnreadableFile {
  if (text.length > maxBytes) return { kind: 'unreadable', line: null, why: 'the file is too large' }
  if (isTooDeep(text)) return { kind: 'unreadable', line: null, why: 'it is nested too deeply' }
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, { lineCounter: lines, merge: true, strict: false, uniqueKeys: false })
    const [error] = document.errors
    if (error !== undefined) {
      const line = lines.linePos(error.pos[0]).line
      return { kind: 'unreadable', line: line > 0 ? line : null, why: firstLineOf(error.message) }
    }
    return new Converter(document, lines).convert(document.contents, 0)
  } catch (error) {
    return { kind: 'unreadable', line: null, why: error instanceof TooMuch ? error.message : "it can't be read" }
  }
}

class TooMuch extends Error {}

class Converter {
  readonly #document: Document
  readonly #lines: LineCounter
  #left = maxNodes

  constructor(document: Document, lines: LineCounter) {
    this.#document = document
    this.#lines = lines
  }

  convert(node: unknown, depth: number): Located {
    this.#left -= 1
    if (this.#left < 0) throw new TooMuch('it has too many values')
    if (depth > maxDepth) throw new TooMuch('it is nested too deeply')
    if (isAlias(node)) return this.convert(node.resolve(this.#document), depth + 1)
    const line = this.#lineOf(node)
    if (isMap(node)) return { kind: 'map', line, entries: this.#entriesOf(node.items, depth) }
    if (isSeq(node)) return { kind: 'list', line, items: node.items.map((item) => this.convert(item, depth + 1)) }
    if (isScalar(node)) return { kind: 'scalar', line, value: plainOf(node.value), text: textOf(node) }
    return { kind: 'scalar', line, value: null, text: '' }
  }

  #entriesOf(pairs: readonly Pair[], depth: number): Map<string, Entry> {
    const entries = new Map<string, Entry>()
    const merged: Pair[] = []
    for (const pair of pairs) {
      const key = isScalar(pair.key) ? textOf(pair.key) : String(pair.key)
      if (key === '<<') merged.push(pair)
      else entries.set(key, { line: this.#lineOf(pair.key), value: this.convert(pair.value, depth + 1) })
    }
    for (const pair of merged) this.#merge(this.convert(pair.value, depth + 1), entries)
    return entries
  }

  /** Own keys win over merged ones. */
  #merge(value: Located, entries: Map<string, Entry>): void {
    const sources = value.kind === 'list' ? value.items : [value]
    for (const source of sources) {
      if (source.kind !== 'map') continue
      for (const [key, entry] of source.entries) if (!entries.has(key)) entries.set(key, entry)
    }
  }

  #lineOf(node: unknown): number {
    const range = isNode(node) ? node.range : null
    return range == null ? 1 : Math.max(this.#lines.linePos(range[0]).line, 1)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value
}

function textOf(node: { source?: string | undefined; value?: unknown }): string {
  if (typeof node.value === 'string') return node.value
  return node.source ?? (node.value === null || node.value === undefined ? '' : String(node.value))
}

function plainOf(value: unknown): LocatedScalar['value'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === null || value === undefined ? null : String(value)
}

/** Checked before parsing: brackets and indentation show the depth, and deep files would cost the parser too much. */
function isTooDeep(text: string): boolean {
  let open = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) open += 1
    else if (code === 0x5d || code === 0x7d) open -= open > 0 ? 1 : 0
    if (open > 500) return true
  }
  return /(?:- ){200}|\n {400}\S/.test(text)
}

/** The library ends this line with a colon, because an excerpt of the file follows. Sentences end it with a period instead. */
function firstLineOf(text: string): string {
  return (text.split('\n', 1)[0] ?? '').replace(/[:.]$/, '').slice(0, 200)
}

/** The value below the keys; undefined if one of them is missing. */
export function at(node: Located | undefined, ...keys: readonly string[]): Located | undefined {
  let found = node
  for (const key of keys) found = found?.kind === 'map' ? found.entries.get(key)?.value : undefined
  return found
}

/** The text of a scalar; null for anything else. */
export function textAt(node: Located | undefined, ...keys: readonly string[]): string | null {
  const found = at(node, ...keys)
  return found?.kind === 'scalar' && found.value !== null ? found.text : null
}

export function entriesOf(node: Located | undefined): [key: string, value: Located, line: number][] {
  if (node?.kind !== 'map') return []
  return [...node.entries].map(([key, entry]) => [key, entry.value, entry.line])
}

export function itemsOf(node: Located | undefined): readonly Located[] {
  return node?.kind === 'list' ? node.items : []
}
