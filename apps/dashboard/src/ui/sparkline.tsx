/** A small line with its highest value as the scale. Its meaning is in the text next to it or in its label. */
import { type PointerEvent, useState } from 'react'
import { classNames } from './class-names.ts'
import { sparkArea, sparkPath } from './sparkline-path.ts'

export interface SparklineProps {
  values: readonly (number | null)[]
  label: string
  top?: number | undefined
  className?: string
  /** Shows the scale, and the value below the pointer. */
  format?: (value: number) => string
}

const box = { width: 100, height: 24 }

export function Sparkline({ values, label, top, className = 'h-6 w-24 text-accent', format }: SparklineProps) {
  const [hovered, setHovered] = useState<number | null>(null)
  const find = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setHovered(Math.round(((clientX - left) / width) * (values.length - 1)))
  }
  const size = { ...box, top }
  // The scale has room above the line.
  const above = format === undefined ? 1 : 11
  const value = hovered === null ? null : (values[hovered] ?? null)
  const highest = top ?? Math.max(0, ...values.filter((each) => each !== null))
  return (
    <span
      className={classNames('relative inline-block', className)}
      onPointerMove={format === undefined ? undefined : find}
      onPointerLeave={() => setHovered(null)}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 ${-above} ${box.width} ${box.height + above + 1}`}
        preserveAspectRatio="none"
        className="block size-full"
      >
        <path d={sparkArea(values, size)} fill="currentColor" opacity={0.1} />
        <path
          d={sparkPath(values, size)}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {hovered !== null && value !== null && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 w-px bg-current opacity-60"
          style={{ left: `${(hovered / Math.max(1, values.length - 1)) * 100}%` }}
        />
      )}
      {format !== undefined && (
        <span
          aria-hidden
          className={classNames(
            'pointer-events-none absolute -top-0.5 right-0 text-[0.7rem] leading-none tabular-nums',
            value === null ? 'text-ink-faint' : 'font-medium text-ink',
          )}
        >
          {format(value ?? highest)}
        </span>
      )}
    </span>
  )
}
