/** A small line without axes. Its meaning is in the text next to it or in its label. */
import { sparkPath } from './sparkline-path.ts'

export interface SparklineProps {
  values: readonly (number | null)[]
  label: string
  top?: number | undefined
  className?: string
}

const box = { width: 100, height: 24 }

export function Sparkline({ values, label, top, className = 'h-6 w-24 text-accent' }: SparklineProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 -1 ${box.width} ${box.height + 2}`}
      preserveAspectRatio="none"
      className={className}
    >
      <path
        d={sparkPath(values, { ...box, top })}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
