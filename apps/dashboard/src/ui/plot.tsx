/** Lines over time, with a text summary. The plot library is loaded with the first plot. */
import { lazy, Suspense, useState } from 'react'
import { text } from '../text/text.ts'
import { classNames } from './class-names.ts'
import { factsOf, formatTick, type PlotColor, type PlotLine } from './plot-scale.ts'
import { Skeleton } from './skeleton.tsx'

const PlotCanvas = lazy(() => import('./plot-canvas.tsx').then(({ PlotCanvas: component }) => ({ default: component })))

export interface PlotProps {
  title: string
  /** Time of the first value. */
  from: string
  stepSeconds: number
  lines: readonly PlotLine[]
  format(value: number): string
  /** Top of the axis, for example the total memory. */
  limit?: number | undefined
  className?: string
}

const dots: Record<PlotColor, string> = {
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  busy: 'bg-busy',
  'ink-faint': 'bg-ink-faint',
}

export function Plot({ title, from, stepSeconds, lines, format, limit, className }: PlotProps) {
  const [hovered, setHovered] = useState<number | null>(null)
  const fromSeconds = Date.parse(from) / 1_000
  const isEmpty = lines.every(({ values }) => factsOf(values).last === null)
  const rangeMs = (lines[0]?.values.length ?? 0) * stepSeconds * 1_000
  const shown = (line: PlotLine) => {
    const value = hovered === null ? factsOf(line.values).last : line.values[hovered]
    return value === null || value === undefined ? '–' : format(value)
  }
  return (
    <figure className={classNames('min-w-0', className)}>
      <figcaption className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium">{title}</span>
        <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-soft tabular-nums" aria-hidden>
          {hovered !== null && <span>{formatTick(fromSeconds + hovered * stepSeconds, rangeMs)}</span>}
          {lines.map((line) => (
            <span key={line.label} className="inline-flex items-center gap-1.5">
              <span className={classNames('size-2 rounded-full', dots[line.color])} />
              {lines.length > 1 && line.label} <span className="font-medium text-ink">{shown(line)}</span>
            </span>
          ))}
        </span>
      </figcaption>
      <div role="img" aria-label={describe(title, lines, format)} className="relative h-36">
        {isEmpty ? (
          <p className="flex h-full items-center justify-center rounded-md bg-sunken px-3 text-center text-sm text-ink-soft">
            {text.plot.nothing}
          </p>
        ) : (
          <Suspense fallback={<Skeleton className="h-36 w-full" />}>
            <PlotCanvas {...{ fromSeconds, stepSeconds, lines, format, limit }} onHover={setHovered} />
          </Suspense>
        )}
      </div>
    </figure>
  )
}

function describe(title: string, lines: readonly PlotLine[], format: (value: number) => string): string {
  const parts = lines.map(({ label, values }) => {
    const { last, highest } = factsOf(values)
    if (last === null || highest === null) return text.plot.lineWithoutValues(label)
    return text.plot.line(label, format(last), format(highest))
  })
  return text.plot.summary(title, parts)
}
