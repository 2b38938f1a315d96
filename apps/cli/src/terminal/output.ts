/** Output of commands: results to standard output, notes and prompts to standard error, or JSON. */
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
  /** Prints several lines of foreign text. */
  block(text: string): void
  /** Prints a note next to the result. Not with --json, which reports only errors. */
  note(line: Line): void
  warn(line: Line): void
  /** Prints the result of a command: JSON, or these lines. */
  show(value: unknown, toLines: () => readonly Line[]): void
  table(value: unknown, table: { heads: readonly string[]; rows: readonly (readonly Line[])[]; empty: string }): void
  /** Prints one event as a line of JSON, with --json. */
  event(value: unknown): void
  /** Prints text unchanged. Only for pipes and for text that was rendered here. */
  raw(text: string | Uint8Array): void
  rendered(line: Line): string
}

export interface OutputOptions {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly isJson: boolean
  readonly hasColors: boolean
}

export function createOutput({ stdout, stderr, isJson, hasColors }: OutputOptions): Output {
  const isTerminal = stdout.isTTY === true
  const colors = { out: hasColors && isTerminal, err: hasColors && stderr.isTTY === true }
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
      if (!isJson) stdout.write(`${renderLine(line, colors.out)}\n`)
    },
    block(text) {
      if (!isJson) stdout.write(sanitizeBlock(text))
    },
    note(line) {
      if (!isJson) stderr.write(`${renderLine(line, colors.err)}\n`)
    },
    warn(line) {
      stderr.write(`${renderLine(line, colors.err)}\n`)
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
    rendered: (line) => renderLine(line, colors.out),
  }
  return output
}
