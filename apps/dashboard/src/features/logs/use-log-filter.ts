/** Search and filters of a log: what was typed and chosen, and which lines remain. */
import { useMemo, useState } from 'react'
import { isFiltering, type LineFilter, noFilter, passes } from './log-filter.ts'
import { type LineScan, scanLines, searchLines } from './log-search.ts'
import type { LogStore } from './log-store.ts'
import { patternFault } from './pattern.ts'
import { patternScan } from './pattern-scan.ts'
import { useLogScan } from './use-log-scan.ts'

export const contextChoices = [0, 2, 5, 10] as const
export type ContextChoice = (typeof contextChoices)[number]

export interface LogFilter {
  query: string
  setQuery(query: string): void
  isPattern: boolean
  togglePattern(): void
  /** Reason why the pattern is invalid. */
  fault: string | undefined
  isTooSlow: boolean
  filter: LineFilter
  setFilter(filter: LineFilter): void
  isOnlyMatches: boolean
  toggleOnlyMatches(): void
  around: ContextChoice
  setAround(around: ContextChoice): void
  /** Lines that match the search and pass the filter, ascending. */
  matches: readonly number[]
  isSearching: boolean
  /** Lines to show; null: all. */
  shown: readonly number[] | null
  /** Texts to highlight in a line. */
  marksOf(line: number): readonly string[]
}

const noMarks: readonly string[] = []

export function useLogFilter(store: LogStore, version: number): LogFilter {
  const [query, setQuery] = useState('')
  const [isPattern, setPattern] = useState(false)
  const [filter, setFilter] = useState(noFilter)
  const [isOnlyMatches, setOnlyMatches] = useState(false)
  const [around, setAround] = useState<ContextChoice>(0)
  const fault = useMemo(() => (isPattern ? patternFault(query) : undefined), [query, isPattern])
  const keeping = useMemo((): LineScan | null => (isFiltering(filter) ? filterScan(filter) : null), [filter])
  const searching = useMemo((): LineScan | null => {
    if (query === '' || fault !== undefined) return null
    return isPattern ? patternScan(query) : textScan(query)
  }, [query, isPattern, fault])
  const kept = useLogScan(store, keeping, version)
  const found = useLogScan(store, searching, version)
  const matches = useMemo(() => {
    if (keeping === null) return found.lines
    const keptLines = new Set(kept.lines)
    return found.lines.filter((line) => keptLines.has(line))
  }, [keeping, kept.lines, found.lines])
  const queryMarks = useMemo(() => (searching === null || isPattern ? noMarks : [query]), [searching, isPattern, query])
  const { marks } = found
  return {
    query,
    setQuery,
    isPattern,
    togglePattern: () => setPattern(!isPattern),
    fault,
    isTooSlow: found.isTooSlow === true,
    filter,
    setFilter,
    isOnlyMatches,
    toggleOnlyMatches: () => setOnlyMatches(!isOnlyMatches),
    around,
    setAround,
    matches,
    isSearching: found.isScanning || kept.isScanning,
    shown: isOnlyMatches && searching !== null ? matches : keeping === null ? null : kept.lines,
    marksOf: (line) => (isPattern ? (marks?.get(line) ?? noMarks) : queryMarks),
  }
}

function textScan(query: string): LineScan {
  return {
    async run(lines, range) {
      const found = await searchLines(lines, { query, ...range })
      return found && { lines: found }
    },
  }
}

function filterScan(filter: LineFilter): LineScan {
  return {
    async run(lines, range) {
      const found = await scanLines(lines, (line) => passes(line, filter), range)
      return found && { lines: found }
    },
  }
}
