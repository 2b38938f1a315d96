/** The content of each row: section headings and unfolded lines, or only lines that match a search. */
import type { LogSection } from './log-store.ts'

export type LogRow = { section: LogSection; line?: undefined } | { line: number; section?: undefined }

export interface LogRows {
  readonly count: number
  rowAt(index: number): LogRow | undefined
  /** Undefined: the line is folded or doesn't match. */
  rowOf(line: number): number | undefined
}

export function allRows(lines: number): LogRows {
  return {
    count: lines,
    rowAt: (index) => (index < lines ? { line: index } : undefined),
    rowOf: (line) => (line < lines ? line : undefined),
  }
}

/** `matches`: line numbers, ascending. */
export function matchingRows(matches: readonly number[]): LogRows {
  return {
    count: matches.length,
    rowAt(index) {
      const line = matches[index]
      return line === undefined ? undefined : { line }
    },
    rowOf(line) {
      const index = lastAtMost(matches, line)
      return matches[index] === line ? index : undefined
    },
  }
}

export function sectionRows(sections: readonly LogSection[], folded: ReadonlySet<number>): LogRows {
  const firstRows: number[] = []
  let count = 0
  for (const { key, start, end } of sections) {
    firstRows.push(count)
    count += 1 + (folded.has(key) ? 0 : end - start)
  }
  return {
    count,
    rowAt(index) {
      const at = lastAtMost(firstRows, index)
      const section = sections[at]
      if (section === undefined || index >= count) return undefined
      const offset = index - (firstRows[at] ?? 0)
      return offset === 0 ? { section } : { line: section.start + offset - 1 }
    },
    rowOf(line) {
      const at = lastAtMost(
        sections.map(({ start }) => start),
        line,
      )
      const section = sections[at]
      if (section === undefined || line >= section.end || folded.has(section.key)) return undefined
      return (firstRows[at] ?? 0) + 1 + line - section.start
    },
  }
}

/** Index of the last value that isn't greater, or -1. */
function lastAtMost(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
