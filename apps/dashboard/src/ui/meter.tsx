/** A bar with the used share and its number. */
import { classNames } from './class-names.ts'
import { formatPercent } from './format.ts'

export interface MeterProps {
  label: string
  /** 0 to 1. Null: unknown. */
  share: number | null
  /** Replaces the percentage, for example "3.1 of 8 GB". */
  value?: string
  className?: string
}

export function Meter({ label, share, value, className }: MeterProps) {
  const shown = value ?? (share === null ? '–' : formatPercent(share))
  const percent = share === null ? 0 : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div className={classNames('min-w-0 text-xs', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-ink-soft">{label}</span>
        <span className="whitespace-nowrap tabular-nums">{shown}</span>
      </div>
      <svg
        aria-hidden
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className={classNames('mt-1 h-1.5 w-full rounded-full bg-sunken', toneOf(percent))}
      >
        <rect width={percent} height="4" fill="currentColor" />
      </svg>
    </div>
  )
}

function toneOf(percent: number): string {
  if (percent >= 90) return 'text-bad'
  return percent >= 75 ? 'text-warn' : 'text-accent'
}
