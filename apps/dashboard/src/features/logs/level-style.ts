import { Bug, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { LogLevel } from './line-content.ts'

/** Each level has an icon, a color and, next to them, its name. */
export const levelStyles: Record<LogLevel, { icon: typeof CircleX; className: string }> = {
  error: { icon: CircleX, className: 'text-bad' },
  warn: { icon: TriangleAlert, className: 'text-warn' },
  info: { icon: Info, className: 'text-busy' },
  debug: { icon: Bug, className: 'text-ink-faint' },
}
