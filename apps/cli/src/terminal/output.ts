/** What commands say: results to standard output, notes and questions to standard error, JSON instead of words when asked. */
import type { Writable } from 'node:stream'
import { sanitizeBlock, toSafeJson } from './sanitize-terminal-text.ts'
import { layOutTable } from './table.ts'
import { type Line, renderLine } from './text.ts'

export type Sink = Writable & { isTTY?: boolean; columns?: number; rows?: number }

export interface Output {
  readonly isJson: boolean
  readonly isTerminal: boolean
  readonly columns: number
  readonly rows: number
  line(line: Line): void
  /** Many lines of others. */
  block(text: string): void
  /** Beside the result. Not with --json, where only failures are told. */
  note(line: Line): void
  warn(line: Line): void
  /** The result of a command: JSON, or these lines. */
  show(value: unknown, toLines: () => readonly Line[]): void
  table(value: unknown, table: { heads: readonly string[]; rows: readonly (readonly Line[])[]; empty: string }): void
  /** One of many, one on each line, with --json. */
  event(value: unknown): void
  /** As it is: only for a pipe, or for what was rendered here. */
  raw(text: string | Uint8Array): void
  rendered(line: Line): string
}

export interface OutputOptions {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly isJson: boolean
  readonly hasColours: boolean
}

export function createOutput({ stdout, stderr, isJson, hasColours }: OutputOptions): Output {
  const isTerminal = stdout.isTTY === true
  const colours = { out: hasColours && isTerminal, err: hasColours && stderr.isTTY === true }
  const output: Output = {
    isJson,
    isTerminal,
    get columns() {
      return stdout.columns ?? 80
    },
    get rows() {
      return stdout.rows ?? 24
    },
    line(line) {
      if (!isJson) stdout.write(`${renderLine(line, colours.out)}\n`)
    },
    block(text) {
      if (!isJson) stdout.write(sanitizeBlock(text))
    },
    note(line) {
      if (!isJson) stderr.write(`${renderLine(line, colours.err)}\n`)
    },
    warn(line) {
      stderr.write(`${renderLine(line, colours.err)}\n`)
    },
    show(value, toLines) {
      if (isJson) stdout.write(`${toSafeJson(value, 2)}\n`)
      else for (const line of toLines()) output.line(line)
    },
    table(value, { heads, rows, empty }) {
      const width = isTerminal ? output.columns : undefined
      output.show(value, () => (rows.length === 0 ? [] : layOutTable(heads, rows, width)))
      if (rows.length === 0) output.note(empty)
    },
    event(value) {
      if (isJson) stdout.write(`${toSafeJson(value)}\n`)
    },
    raw: (text) => void stdout.write(text),
    rendered: (line) => renderLine(line, colours.out),
  }
  return output
}
