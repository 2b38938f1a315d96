import { useSyncExternalStore } from 'react'
import type { LogStore } from './log-store.ts'

/** Draws again when lines have come; the number says which state is shown. */
export function useLogVersion(store: LogStore): number {
  return useSyncExternalStore(store.watch, () => store.version)
}
