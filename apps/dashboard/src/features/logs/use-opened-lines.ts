/** Lines whose fields are shown, by key. */
import { useCallback, useState } from 'react'
import type { LogLine } from './log-store.ts'

export function useOpenedLines(): { keys: ReadonlySet<number>; toggle(line: LogLine): void } {
  const [keys, setKeys] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback(({ key }: LogLine) => {
    setKeys((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }, [])
  return { keys, toggle }
}
