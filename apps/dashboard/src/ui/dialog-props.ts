import type { ReactNode } from 'react'

export interface DialogProps {
  title: string
  note?: ReactNode
  isOpen: boolean
  onClose(): void
  children: ReactNode
  isWide?: boolean
}
