/** Converts entries of a container's log to lines: joins long ones, skips known ones, redacts secrets. */
import type { LogEntry } from '@longshore/remote/docker'
import type { Redactor } from '../../platform/secrets/redactor.ts'
import { type LogLine, maxLineLength } from './log-chunk.policy.ts'
import { advance, createKnown, type LogCursor, type StreamPosition } from './log-cursor.policy.ts'

export interface ReadLines {
  lines: LogLine[]
  /** Position after these lines: an incomplete line is read again. */
  cursor: LogCursor
}

/** More than what is shown, so that a secret at the cut is seen completely before it is redacted. */
const maxHeldBytes = 2 * maxLineLength

type Stream = 'stdout' | 'stderr'

export class LineReader {
  readonly #redactor: Redactor
  readonly #isKnown: ReturnType<typeof createKnown>
  readonly #seen: Record<Stream, StreamPosition | null>
  readonly #parts: Record<Stream, { texts: Buffer[]; bytes: number }> = {
    stdout: { texts: [], bytes: 0 },
    stderr: { texts: [], bytes: 0 },
  }
  #cursor: LogCursor

  constructor(cursor: LogCursor, redactor: Redactor) {
    this.#cursor = cursor
    this.#seen = { ...cursor }
    this.#isKnown = createKnown(cursor)
    this.#redactor = redactor
  }

  read(entries: readonly LogEntry[]): ReadLines {
    const lines: LogLine[] = []
    for (const entry of entries) {
      const { stream, at } = entry
      if (this.#isKnown(entry)) continue
      this.#seen[stream] = advance(this.#seen[stream], at)
      const parts = this.#parts[stream]
      // Longer lines are cut; the rest is read and dropped.
      if (parts.bytes < maxHeldBytes) parts.texts.push(Buffer.from(entry.text))
      parts.bytes += entry.text.length
      if (!entry.endsLine) continue
      lines.push({ at: toMicroseconds(at), stream, text: Buffer.concat(parts.texts).toString('utf8') })
      this.#parts[stream] = { texts: [], bytes: 0 }
      this.#cursor = { ...this.#cursor, [stream]: this.#seen[stream] }
    }
    return { lines: maskLines(lines, this.#redactor), cursor: this.#cursor }
  }

  /** A program that ended in the middle of a line has still written it. */
  end(): ReadLines {
    const lines: LogLine[] = []
    for (const stream of ['stdout', 'stderr'] as const) {
      const { texts } = this.#parts[stream]
      const at = this.#seen[stream]?.at
      if (texts.length === 0 || at === undefined) continue
      lines.push({ at: toMicroseconds(at), stream, text: Buffer.concat(texts).toString('utf8') })
      this.#parts[stream] = { texts: [], bytes: 0 }
      this.#cursor = { ...this.#cursor, [stream]: this.#seen[stream] }
    }
    return { lines: maskLines(lines, this.#redactor), cursor: this.#cursor }
  }
}

/** Redacts all lines of a stream at once, because a secret can span several lines. */
export function maskLines(lines: readonly LogLine[], redactor: Redactor): LogLine[] {
  const masked: LogLine[] = []
  for (const stream of ['stdout', 'stderr'] as const) {
    const own = lines.filter((line) => line.stream === stream)
    if (own.length === 0) continue
    const texts = redactor.text(own.map((line) => line.text).join('\n')).split('\n')
    // Where several lines became one, the remaining ones move up.
    texts.forEach((text, index) => {
      masked.push({ at: own[index]?.at ?? own.at(-1)?.at ?? 0, stream, text: cut(text) })
    })
  }
  return masked.sort((a, b) => a.at - b.at)
}

function cut(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength)}… (cut)`
}

function toMicroseconds(stamp: string): number {
  return Date.parse(`${stamp.slice(0, 19)}Z`) * 1_000 + Number(stamp.slice(20, 26))
}
