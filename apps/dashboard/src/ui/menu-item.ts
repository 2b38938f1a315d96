import type { ReactNode } from 'react'

export interface MenuItem {
  label: string
  icon?: ReactNode
  isDanger?: boolean
  isDisabled?: boolean
  onSelect(): void
}
