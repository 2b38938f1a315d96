import { useSyncExternalStore } from 'react'
import type { LogStore } from './log-store.ts'

/** Rerenders when lines arrive. Returns the version of the store. */
export function useLogVersion(store: LogStore): number {
  return useSyncExternalStore(store.watch, () => store.version)
}
