/** Splits the segments of a line at search matches. */
import type { Segment } from './parse-line.ts'

export interface MarkedSegment extends Segment {
  /** Start index in the line; also the key. */
  at: number
  isMatch: boolean
}

/** `ranges`: ascending character ranges of the whole line. */
export function markSegments(segments: readonly Segment[], ranges: readonly (readonly [number, number])[]) {
  const marked: MarkedSegment[] = []
  let lineAt = 0
  let next = 0
  for (const { text, className } of segments) {
    const end = lineAt + text.length
    let at = lineAt
    while (at < end) {
      while (next < ranges.length && (ranges[next]?.[1] ?? 0) <= at) next += 1
      const [from, to] = ranges[next] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      const isMatch = from <= at
      const stop = Math.min(end, isMatch ? to : from)
      marked.push({ at, text: text.slice(at - lineAt, stop - lineAt), className, isMatch })
      at = stop
    }
    lineAt = end
  }
  return marked
}
