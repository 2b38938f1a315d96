/** Search in a growing log. New lines don't restart it. */
import { useEffect, useRef, useState } from 'react'
import { searchLines } from './log-search.ts'
import type { LogStore } from './log-store.ts'

export interface LogSearch {
  /** Line numbers, ascending. */
  matches: readonly number[]
  isSearching: boolean
}

/** The last lines may have been incomplete when they were searched, so they are searched again. */
const unsettledLines = 20
const none: LogSearch = { matches: [], isSearching: false }

export function useLogSearch(store: LogStore, query: string, version: number): LogSearch {
  const [result, setResult] = useState<LogSearch & { query: string }>({ ...none, query: '' })
  const done = useRef({ query: '', to: 0, firstKey: 0, matches: [] as readonly number[] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  useEffect(() => {
    if (query === '') {
      done.current = { query: '', to: 0, firstKey: 0, matches: [] }
      return
    }
    const stop = new AbortController()
    const firstKey = store.lines[0]?.key ?? 0
    const isSame = done.current.query === query && done.current.firstKey === firstKey
    const from = isSame ? Math.max(0, Math.min(done.current.to, store.lines.length) - unsettledLines) : 0
    const before = isSame ? done.current.matches : []
    const search = async () => {
      const to = store.lines.length
      const found = await searchLines(store.lines, { query, from, signal: stop.signal })
      if (found === undefined) return
      const kept = before.length === 0 ? [] : before.slice(0, countBelow(before, from))
      const matches = found.length === 0 && kept.length === before.length ? before : [...kept, ...found]
      done.current = { query, to, firstKey, matches }
      setResult({ query, matches, isSearching: false })
    }
    void search()
    return () => stop.abort()
  }, [store, query, version])
  if (query === '') return none
  return result.query === query ? result : { matches: [], isSearching: true }
}

function countBelow(ascending: readonly number[], limit: number): number {
  let count = ascending.length
  while (count > 0 && (ascending[count - 1] ?? 0) >= limit) count -= 1
  return count
}
