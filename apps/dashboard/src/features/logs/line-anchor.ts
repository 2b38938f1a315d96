/** A name for a line of a runtime log: its time and a digest of its text, because several lines can have one time. */
import type { LogLine } from './log-store.ts'

type Anchored = Pick<LogLine, 'at' | 'text' | 'group'>

export function anchorOf(line: Anchored): string {
  return `${new Date(line.at).toISOString()}_${digest(`${line.group}\n${line.text}`)}`
}

/** The time in an anchor. Undefined: it isn't one. */
export function anchorTime(anchor: string): string | undefined {
  const ms = Date.parse(anchor.split('_')[0] ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

export function findAnchor(lines: readonly Anchored[], anchor: string): number {
  const time = anchorTime(anchor)
  return lines.findIndex((line) => line.at === time && anchorOf(line) === anchor)
}

/** FNV-1a: short, and the same in every browser. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash.toString(36)
}
