/** Which lines hold a text, whatever its case: in slices, so that the page stays alive while a long log is searched. */
import type { LogLine } from './log-store.ts'
import { toSearchText } from './parse-line.ts'

const sliceMs = 20
const linesPerClockCheck = 500

/** Looks through the lines from `from` on; answers what was found so far, or undefined when it was ended. */
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

/** Lets the browser draw and answer; a timer would wait four milliseconds each time. */
function yieldToBrowser(goOn: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    goOn()
  }
  port2.postMessage(null)
}

/** The parts of a text that match, as pairs of begin and end. */
export function rangesOf(text: string, query: string): [number, number][] {
  const [lower, needle] = [text.toLowerCase(), query.toLowerCase()]
  // A few letters are longer in the other case: then places in the one are not places in the other.
  if (needle === '' || lower.length !== text.length) return []
  const ranges: [number, number][] = []
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, at + needle.length))
    ranges.push([at, at + needle.length])
  return ranges
}
