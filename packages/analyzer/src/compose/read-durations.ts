/** Durations of compose files, such as `1m30s`, in seconds. */
import type { Located } from '../formats/located.ts'
import type { Notes } from './compose-warning.ts'
import { leaveOut, noteChange, scalarAt } from './read-scalar.ts'

const unitMs = { us: 0.001, µs: 0.001, ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Null if the text isn't a duration. */
export function parseDurationMs(text: string): number | null {
  if (text === '0') return 0
  if (text.length > 40) return null
  let ms = 0
  let rest = text
  while (rest !== '') {
    const part = /^(\d{1,12}(?:\.\d{1,9})?)(us|µs|ms|s|m|h|d|w)/.exec(rest)
    if (part === null) return null
    ms += Number(part[1]) * unitOf(part[2] ?? '')
    rest = rest.slice(part[0].length)
  }
  return text === '' ? null : ms
}

function unitOf(unit: string): number {
  return Object.entries(unitMs).find(([name]) => name === unit)?.[1] ?? 1
}

/** Whole seconds within the limits: what differs from the file is noted. */
export function secondsAt(
  node: Located | undefined,
  key: string,
  { notes, min, max }: { notes: Notes; min: number; max: number },
): number | null {
  const found = scalarAt(node, key, notes)
  if (found === null) return null
  const ms = parseDurationMs(found.text)
  if (ms === null) {
    leaveOut(notes, { key, line: found.line, why: `isn’t a duration such as 90s or 1m30s` })
    return null
  }
  // Docker uses its default for 0.
  if (ms === 0 && min > 0) return null
  const seconds = Math.min(Math.max(Math.ceil(ms / 1_000), min), max)
  if (seconds * 1_000 !== ms) noteChange(notes, { key, line: found.line, to: `${seconds} s instead of ${found.text}` })
  return seconds
}
