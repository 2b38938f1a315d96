/** The content of each row: section headings, lines, lines around matches, and the fields of opened lines. */
import type { LineField } from './line-content.ts'
import type { LogSection } from './log-store.ts'

export type LogRow =
  | { kind: 'section'; section: LogSection }
  /** `isContext`: it doesn't match, but a match is near. */
  | { kind: 'line'; line: number; isContext?: boolean }
  /** Hidden lines between two matches. */
  | { kind: 'gap'; count: number }
  | { kind: 'field'; line: number; field: LineField }

export interface LogRows {
  readonly count: number
  rowAt(index: number): LogRow | undefined
  /** Undefined: the line is folded or doesn't match. */
  rowOf(line: number): number | undefined
}

export function allRows(lines: number): LogRows {
  return {
    count: lines,
    rowAt: (index) => (index < lines ? { kind: 'line', line: index } : undefined),
    rowOf: (line) => (line < lines ? line : undefined),
  }
}

/** `matches`: line numbers, ascending. */
export function matchingRows(matches: readonly number[]): LogRows {
  return {
    count: matches.length,
    rowAt(index) {
      const line = matches[index]
      return line === undefined ? undefined : { kind: 'line', line }
    },
    rowOf(line) {
      const index = lastAtMost(matches, line)
      return matches[index] === line ? index : undefined
    },
  }
}

/** Matches with some lines before and after each. A row for the hidden lines comes before each group. */
export function contextRows(matches: readonly number[], options: { around: number; lines: number }): LogRows {
  const groups = groupsOf(matches, options)
  const firstRows: number[] = []
  let count = 0
  for (const { start, end, hidden } of groups) {
    firstRows.push(count)
    count += (hidden > 0 ? 1 : 0) + end - start
  }
  return {
    count,
    rowAt(index) {
      const at = lastAtMost(firstRows, index)
      const group = groups[at]
      if (group === undefined || index >= count) return undefined
      const offset = index - (firstRows[at] ?? 0) - (group.hidden > 0 ? 1 : 0)
      if (offset < 0) return { kind: 'gap', count: group.hidden }
      const line = group.start + offset
      return { kind: 'line', line, isContext: matches[lastAtMost(matches, line)] !== line }
    },
    rowOf(line) {
      const at = lastAtMost(
        groups.map(({ start }) => start),
        line,
      )
      const group = groups[at]
      if (group === undefined || line >= group.end) return undefined
      return (firstRows[at] ?? 0) + (group.hidden > 0 ? 1 : 0) + line - group.start
    },
  }
}

interface Group {
  start: number
  end: number
  /** Number of lines between the previous group and this one. */
  hidden: number
}

function groupsOf(matches: readonly number[], { around, lines }: { around: number; lines: number }): Group[] {
  const groups: Group[] = []
  for (const match of matches) {
    const [start, end] = [Math.max(0, match - around), Math.min(lines, match + around + 1)]
    const last = groups.at(-1)
    if (last !== undefined && start <= last.end) last.end = end
    else groups.push({ start, end, hidden: start - (last?.end ?? 0) })
  }
  return groups
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
      return offset === 0 ? { kind: 'section', section } : { kind: 'line', line: section.start + offset - 1 }
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

/** Adds a row for each field below the opened lines. */
export function withFieldRows(base: LogRows, opened: ReadonlyMap<number, readonly LineField[]>): LogRows {
  const blocks = [...opened]
    .flatMap(([line, fields]) => {
      const row = base.rowOf(line)
      return row === undefined ? [] : [{ row, line, fields }]
    })
    .sort((a, b) => a.row - b.row)
  if (blocks.length === 0) return base
  let added = 0
  /** Row of the first field of each block. */
  const firstRows = blocks.map(({ row, fields }) => {
    const first = row + 1 + added
    added += fields.length
    return first
  })
  const addedBefore = (index: number) => blocks.slice(0, index).reduce((sum, { fields }) => sum + fields.length, 0)
  return {
    count: base.count + added,
    rowAt(index) {
      const at = lastAtMost(firstRows, index)
      const block = blocks[at]
      if (block === undefined) return base.rowAt(index)
      const field = block.fields[index - (firstRows[at] ?? 0)]
      return field === undefined ? base.rowAt(index - addedBefore(at + 1)) : { kind: 'field', line: block.line, field }
    },
    rowOf(line) {
      const row = base.rowOf(line)
      if (row === undefined) return undefined
      return row + addedBefore(blocks.filter((block) => block.row < row).length)
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
