import type { LucideIcon } from 'lucide-react'
import type { Entry } from './search-entries.ts'

export interface PaletteEntry extends Entry {
  icon: LucideIcon
  /** Path of a page. Alternatively, `run` does something. */
  to?: string
  run?: () => void
}
