/**
 * Position in a container's log; pure. The Docker Engine timestamps both streams separately, so an entry of one may be
 * written after a later one of the other: each has its own position, and reading starts a little before both. Several
 * entries can have the same timestamp; the first `count` of these are known.
 */
export interface StreamPosition {
  /** Docker's timestamp; the text order is the time order. */
  readonly at: string
  /** Number of known entries with this timestamp. */
  readonly count: number
}

type OutputStream = 'stdout' | 'stderr'
export type LogCursor = Readonly<Record<OutputStream, StreamPosition | null>>

export const emptyCursor: LogCursor = { stdout: null, stderr: null }

const overlapMs = 2_000

/** Where to resume reading; null: at the beginning. */
export function readFrom(cursor: LogCursor): string | null {
  const stamps = [cursor.stdout?.at, cursor.stderr?.at].filter((each) => each !== undefined).sort()
  const last = stamps.at(-1)
  if (last === undefined) return null
  const seconds = new Date(Date.parse(`${last.slice(0, 19)}Z`) - overlapMs).toISOString().slice(0, 19)
  return `${seconds}${last.slice(19)}`
}

/** Recognizes known entries of a reading that began before its cursor. Create one for each reading. */
export function createKnown(cursor: LogCursor): (entry: { stream: OutputStream; at: string }) => boolean {
  const seen = { stdout: 0, stderr: 0 }
  const isPast = { stdout: cursor.stdout === null, stderr: cursor.stderr === null }
  return ({ stream, at }) => {
    const position = cursor[stream]
    if (position === null || isPast[stream] || at > position.at) {
      // From here on a smaller timestamp means that a clock was set back.
      isPast[stream] = true
      return false
    }
    if (at < position.at) return true
    seen[stream] += 1
    return seen[stream] <= position.count
  }
}

export function advance(position: StreamPosition | null, at: string): StreamPosition {
  return { at, count: position?.at === at ? position.count + 1 : 1 }
}
