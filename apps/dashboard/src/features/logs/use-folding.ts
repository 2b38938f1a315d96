/** Folded sections of a log. */
import { useState } from 'react'
import type { LogSection, LogStore } from './log-store.ts'

export function useFolding(store: LogStore) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const isAll = store.sections.length > 0 && store.sections.every(({ key }) => folded.has(key))
  const change = (edit: (keys: Set<number>) => void) => {
    const keys = new Set(folded)
    edit(keys)
    setFolded(keys)
  }
  return {
    folded,
    isAll,
    toggle: ({ key }: LogSection) => change((keys) => void (keys.delete(key) || keys.add(key))),
    toggleAll: () => setFolded(new Set(isAll ? [] : store.sections.map(({ key }) => key))),
    /** Unfolds the section of a match. */
    open(line: number) {
      const section = store.sections.find(({ start, end }) => start <= line && line < end)
      if (section !== undefined && folded.has(section.key)) change((keys) => keys.delete(section.key))
    },
  }
}
