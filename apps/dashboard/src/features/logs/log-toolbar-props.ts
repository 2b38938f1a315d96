import type { ReactNode, RefObject } from 'react'
import type { LogFilter } from './use-log-filter.ts'

export interface LogToolbarProps {
  log: LogFilter
  onQuery(query: string): void
  searchBox: RefObject<HTMLInputElement | null>
  /** Index of the current match, or -1. */
  current: number
  onStep(by: 1 | -1): void
  isFollowing: boolean
  onFollow(): void
  wraps: boolean
  onWrap(): void
  /** Undefined: the log has no steps. */
  fold?: { isAll: boolean; onToggle(): void } | undefined
  full: { isFull: boolean; toggle(): void }
  onDownload(): void
  children?: ReactNode
}
