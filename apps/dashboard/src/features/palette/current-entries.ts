/** Entries that depend on where the person is and was. */
import { Clock, Zap } from 'lucide-react'
import type { RecentPage } from '../../api/recent-pages.ts'
import { text } from '../../text/text.ts'
import type { PageAction } from '../../ui/page-actions.ts'
import type { PaletteEntry } from './palette-entry.ts'

const maxRecent = 5
const { groups } = text.palette

/** The page that is open isn't worth opening. */
export function recentEntries(pages: readonly RecentPage[], currentPath: string): PaletteEntry[] {
  return pages
    .filter(({ path }) => path !== currentPath)
    .slice(0, maxRecent)
    .map(({ path, title }) => ({
      id: `recent ${path}`,
      group: groups.recent,
      label: title,
      detail: '',
      icon: Clock,
      to: path,
    }))
}

export function hereEntries(actions: readonly PageAction[]): PaletteEntry[] {
  return actions.map(({ label, onSelect }) => ({
    id: `here ${label}`,
    group: groups.here,
    label,
    detail: '',
    icon: Zap,
    run: onSelect,
  }))
}
