/** Case-insensitive search in slices, so that the page stays responsive while it searches a long log. */
import type { LogLine } from './log-store.ts'
import { toSearchText } from './parse-line.ts'

const sliceMs = 20
const linesPerClockCheck = 500

/** Searches the lines that start at `from`. Returns the indexes of matching lines, or undefined if it was aborted. */
export async function searchLines(
  lines: readonly LogLine[],
  { query, from = 0, signal }: { query: string; from?: number; signal: AbortSignal },
): Promise<number[] | undefined> {
  const needle = query.toLowerCase()
  const found: number[] = []
  const end = lines.length
  let sliceEnd = performance.now() + sliceMs
  for (let index = from; index < end; index += 1) {
    const line = lines[index]
    if (line !== undefined && toSearchText(line.text).toLowerCase().includes(needle)) found.push(index)
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

/** Matching ranges as pairs of start and end. */
export function rangesOf(text: string, query: string): [number, number][] {
  const [lower, needle] = [text.toLowerCase(), query.toLowerCase()]
  // Lowercasing changes the length of a few letters, so indexes wouldn't match.
  if (needle === '' || lower.length !== text.length) return []
  const ranges: [number, number][] = []
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, at + needle.length))
    ranges.push([at, at + needle.length])
  return ranges
}
