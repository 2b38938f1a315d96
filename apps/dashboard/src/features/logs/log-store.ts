/** Lines of a log, outside React. Lines are only added, and subscribers are notified at most ten times a second. */
import { type AnsiStyle, plainStyle } from './ansi-style.ts'
import { styleAfter } from './parse-line.ts'

export type LineKind = 'stdout' | 'stderr' | 'note' | 'mark'

export interface LogLine {
  /** Doesn't change when older lines are added. */
  readonly key: number
  readonly text: string
  readonly kind: LineKind
  /** A deployment step or a service. */
  readonly group: string
  readonly at: string
  /** The style that the previous line left active. */
  readonly style: AnsiStyle
}

/** Consecutive lines of one group. */
export interface LogSection {
  readonly key: number
  readonly group: string
  readonly start: number
  end: number
}

export interface LogPiece {
  text: string
  kind: LineKind
  group: string
  at: string
}

const notifyEveryMs = 100

export class LogStore {
  readonly lines: LogLine[] = []
  readonly sections: LogSection[] = []
  /** Length of the longest line, for the scroll width. */
  longest = 0
  version = 0
  readonly #listeners = new Set<() => void>()
  /** Unfinished lines, by writer. */
  readonly #open = new Map<string, number>()
  readonly #styles = new Map<string, AnsiStyle>()
  #firstKey = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #notifiedAt = 0

  /** Adds text that may end in the middle of a line. */
  appendText(piece: LogPiece): void {
    const writer = `${piece.group}\n${piece.kind}`
    const parts = piece.text.split('\n')
    const last = parts.length - 1
    for (const [index, part] of parts.entries()) {
      const open = this.#open.get(writer)
      const isEnded = index < last
      if (open !== undefined) this.#extend(open, part)
      else if (isEnded || part !== '') this.#add({ ...piece, text: part }, writer)
      if (isEnded) {
        this.#close(writer)
      } else if (open === undefined && part !== '') this.#open.set(writer, this.lines.length - 1)
    }
    this.#changed()
  }

  /** Adds complete lines. */
  appendLines(pieces: readonly LogPiece[]): void {
    for (const piece of pieces) {
      const writer = `${piece.group}\n${piece.kind}`
      this.#add(piece, writer)
      this.#close(writer)
    }
    if (pieces.length > 0) this.#changed()
  }

  /** Adds complete lines before the first one. Only for logs without sections. */
  prepend(pieces: readonly LogPiece[]): void {
    if (pieces.length === 0) return
    this.#firstKey -= pieces.length
    const added = pieces.map((piece, index) => this.#lineOf(piece, this.#firstKey + index, plainStyle))
    this.lines.unshift(...added)
    for (const [writer, index] of this.#open) this.#open.set(writer, index + pieces.length)
    this.#changed()
  }

  clear(): void {
    this.lines.length = 0
    this.sections.length = 0
    this.longest = 0
    this.#firstKey = 0
    this.#open.clear()
    this.#styles.clear()
    this.#changed()
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(piece: LogPiece, writer: string): void {
    const index = this.lines.length
    this.lines.push(this.#lineOf(piece, this.#firstKey + index, this.#styles.get(writer) ?? plainStyle))
    const section = this.sections.at(-1)
    if (section !== undefined && section.group === piece.group) section.end = index + 1
    else this.sections.push({ key: index, group: piece.group, start: index, end: index + 1 })
  }

  #lineOf({ text, kind, group, at }: LogPiece, key: number, style: AnsiStyle): LogLine {
    this.longest = Math.max(this.longest, text.length)
    return { key, text, kind, group, at, style }
  }

  #extend(index: number, text: string): void {
    const line = this.lines[index]
    if (line === undefined || text === '') return
    this.lines[index] = { ...line, text: line.text + text }
    this.longest = Math.max(this.longest, line.text.length + text.length)
  }

  /** Completes a line, whose final style is now known. */
  #close(writer: string): void {
    const line = this.lines[this.#open.get(writer) ?? this.lines.length - 1]
    this.#open.delete(writer)
    if (line === undefined) return
    if (line.text.includes('\u001b')) this.#styles.set(writer, styleAfter(line.text, line.style))
  }

  #changed(): void {
    if (this.#timer !== undefined) return
    const waitMs = Math.max(0, notifyEveryMs - (performance.now() - this.#notifiedAt))
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#notifiedAt = performance.now()
      this.version += 1
      for (const listener of this.#listeners) listener()
    }, waitMs)
  }
}
