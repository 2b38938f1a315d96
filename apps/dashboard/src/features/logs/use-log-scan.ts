/** Scans a growing log. New lines don't restart the scan. */
import { useEffect, useRef, useState } from 'react'
import type { LineScan, ScanResult } from './log-search.ts'
import type { LogStore } from './log-store.ts'

export interface LogScan extends ScanResult {
  isScanning: boolean
}

/** The last lines may have been incomplete when they were scanned, so they are scanned again. */
const unsettledLines = 20
const none: LogScan = { lines: [], isScanning: false }
const pending: LogScan = { lines: [], isScanning: true }

/** `scan`: null: none. Another object starts another scan. */
export function useLogScan(store: LogStore, scan: LineScan | null, version: number): LogScan {
  const [result, setResult] = useState<{ scan: LineScan | null; found: LogScan }>({ scan: null, found: none })
  const advance = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (scan === null) return
    const stop = new AbortController()
    advance.current = scanAll(store, scan, {
      signal: stop.signal,
      onFound: (found) => setResult({ scan, found: { ...found, isScanning: false } }),
    })
    return () => {
      advance.current = () => undefined
      stop.abort()
      scan.close?.()
    }
  }, [store, scan])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  useEffect(() => advance.current(), [version, scan])
  if (scan === null) return none
  return result.scan === scan ? result.found : pending
}

/** Returns a function that scans the lines added since its last call. A call during a scan continues it afterwards. */
function scanAll(
  store: LogStore,
  scan: LineScan,
  { signal, onFound }: { signal: AbortSignal; onFound(found: ScanResult): void },
): () => void {
  let done: ScanResult & { to: number; firstKey: number } = { lines: [], to: 0, firstKey: 0 }
  let isRunning = false
  let isStale = false
  const once = async () => {
    const firstKey = store.lines[0]?.key ?? 0
    const to = store.lines.length
    const isSame = done.firstKey === firstKey
    const from = isSame ? Math.max(0, Math.min(done.to, to) - unsettledLines) : 0
    const before = isSame ? done.lines : []
    const found = await scan.run(store.lines, { from, signal })
    if (found === undefined || signal.aborted || (store.lines[0]?.key ?? 0) !== firstKey) return
    const kept = before.length === 0 ? [] : before.slice(0, countBelow(before, from))
    const isUnchanged = found.lines.length === 0 && kept.length === before.length
    const lines = isUnchanged ? before : [...kept, ...found.lines]
    const marks = found.marks && (isSame && done.marks ? new Map([...done.marks, ...found.marks]) : found.marks)
    done = { ...found, lines, to, firstKey, ...(marks === undefined ? {} : { marks }) }
    onFound(done)
  }
  return () => {
    isStale = true
    if (isRunning || done.isTooSlow === true) return
    isRunning = true
    void (async () => {
      while (isStale && !signal.aborted && done.isTooSlow !== true) {
        isStale = false
        await once()
      }
      isRunning = false
    })()
  }
}

function countBelow(ascending: readonly number[], limit: number): number {
  let count = ascending.length
  while (count > 0 && (ascending[count - 1] ?? 0) >= limit) count -= 1
  return count
}
