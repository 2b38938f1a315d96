/** Entries of a container's log become lines: long ones are put together again, known ones left out, secrets masked. */
import type { LogEntry } from '@longshore/remote/docker'
import type { Redactor } from '../../../platform/secrets/redactor.ts'
import { type LogLine, maxLineLength } from '../log-chunk.policy.ts'
import { advance, createKnown, type LogCursor, type StreamPosition } from '../log-cursor.policy.ts'

export interface ReadLines {
  lines: LogLine[]
  /** Where these lines end: what is only part of a line is read again. */
  cursor: LogCursor
}

/** Beyond what is shown, so that a secret at the cut is seen whole before it is masked. */
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
      // What is longer is cut; its rest is read and dropped.
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

/** All lines of a stream at once: what is printed over several lines is a secret, too. */
export function maskLines(lines: readonly LogLine[], redactor: Redactor): LogLine[] {
  const masked: LogLine[] = []
  for (const stream of ['stdout', 'stderr'] as const) {
    const own = lines.filter((line) => line.stream === stream)
    if (own.length === 0) continue
    const texts = redactor.text(own.map((line) => line.text).join('\n')).split('\n')
    // Where several became one, the others stand closer together.
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
