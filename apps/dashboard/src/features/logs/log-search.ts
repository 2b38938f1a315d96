/** Scans lines in slices, so that the page stays responsive while it reads a long log. */
import type { LogLine } from './log-store.ts'
import { toSearchText } from './parse-line.ts'

export interface ScanRange {
  /** Index of the first line to scan. */
  from?: number
  signal: AbortSignal
}

export interface ScanResult {
  /** Indexes of matching lines, ascending. */
  lines: readonly number[]
  /** Texts to highlight, by line index. Without an entry, nothing in the line is highlighted. */
  marks?: ReadonlyMap<number, readonly string[]>
  /** The scan was given up, because it took too long. */
  isTooSlow?: boolean
}

export interface LineScan {
  /** Returns undefined if it was aborted. */
  run(lines: readonly LogLine[], range: ScanRange): Promise<ScanResult | undefined>
  close?(): void
}

const sliceMs = 20
const linesPerClockCheck = 500

/** Case-insensitive search for a text. */
export function searchLines(
  lines: readonly LogLine[],
  { query, ...range }: { query: string } & ScanRange,
): Promise<number[] | undefined> {
  const needle = query.toLowerCase()
  return scanLines(lines, ({ text }) => toSearchText(text).toLowerCase().includes(needle), range)
}

/** Returns the indexes of lines that pass the test, or undefined if it was aborted. */
export async function scanLines(
  lines: readonly LogLine[],
  test: (line: LogLine) => boolean,
  { from = 0, signal }: ScanRange,
): Promise<number[] | undefined> {
  const found: number[] = []
  const end = lines.length
  let sliceEnd = performance.now() + sliceMs
  for (let index = from; index < end; index += 1) {
    const line = lines[index]
    if (line !== undefined && test(line)) found.push(index)
    if (index % linesPerClockCheck !== 0 || performance.now() < sliceEnd) continue
    await new Promise<void>((resolve) => {
      yieldToBrowser(resolve)
    })
    if (signal.aborted) return undefined
    sliceEnd = performance.now() + sliceMs
  }
  return found
}

/** Lets the browser draw and handle input. A timer would wait at least four milliseconds. */
function yieldToBrowser(done: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    done()
  }
  port2.postMessage(null)
}

/** Matching ranges of all texts as pairs of start and end, ascending and without overlap. */
export function rangesOf(text: string, marks: readonly string[]): [number, number][] {
  const lower = text.toLowerCase()
  // Lowercasing changes the length of a few letters, so indexes wouldn't match.
  if (lower.length !== text.length) return []
  const ranges: [number, number][] = []
  for (const mark of marks) {
    const needle = mark.toLowerCase()
    if (needle === '') continue
    for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, at + needle.length))
      ranges.push([at, at + needle.length])
  }
  if (marks.length < 2) return ranges
  const sorted = ranges.sort(([a], [b]) => a - b)
  return sorted.filter(([start], index) => index === 0 || start >= (sorted[index - 1]?.[1] ?? 0))
}
