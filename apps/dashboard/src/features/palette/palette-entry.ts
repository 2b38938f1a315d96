import type { LucideIcon } from 'lucide-react'
import type { Entry } from './search-entries.ts'

export interface PaletteEntry extends Entry {
  icon: LucideIcon
  /** A page; or what is done. */
  to?: string
  run?: () => void
}
