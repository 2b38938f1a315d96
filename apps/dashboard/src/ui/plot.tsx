/** Lines over time, with a text summary. The plot library is loaded with the first plot. */
import { lazy, Suspense, useState } from 'react'
import { text } from '../text/text.ts'
import { classNames } from './class-names.ts'
import { markerNear, type PlotMarker } from './plot-markers.ts'
import { factsOf, formatTick, type PlotColor, type PlotLine } from './plot-scale.ts'
import { Skeleton } from './skeleton.tsx'
import type { Span } from './time-range.ts'

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
  markers?: readonly PlotMarker[] | undefined
  /** Charts with the same name show the cursor at the same time. */
  group?: string | undefined
  /** Called with the dragged part of the chart. */
  onZoom?: ((span: Span) => void) | undefined
  onReset?: (() => void) | undefined
  className?: string
}

const dots: Record<PlotColor, string> = {
  accent: 'bg-accent',
  warn: 'bg-warn',
  'ink-faint': 'bg-ink-faint',
  'series-1': 'bg-series-1',
  'series-2': 'bg-series-2',
  'series-3': 'bg-series-3',
  'series-4': 'bg-series-4',
  'series-5': 'bg-series-5',
  'series-6': 'bg-series-6',
}

interface Hovered {
  index: number
  marker: PlotMarker | undefined
}

export function Plot(props: PlotProps) {
  const { title, from, stepSeconds, lines, format, limit, markers = [], group, onZoom, onReset, className } = props
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const fromSeconds = Date.parse(from) / 1_000
  const isEmpty = lines.every(({ values }) => factsOf(values).last === null)
  const hover = (index: number | null, left: number | null, secondsPerPixel: number) => {
    if (index === null || left === null) return setHovered(null)
    const atSeconds = fromSeconds + left * secondsPerPixel
    setHovered({ index, marker: markerNear(markers, { atSeconds, secondsPerPixel }) })
  }
  return (
    <figure className={classNames('min-w-0', className)}>
      <Caption {...{ title, lines, format, fromSeconds, stepSeconds, hovered }} />
      <div className={classNames('relative', isEmpty ? 'h-12' : 'h-36')}>
        <div role="img" aria-label={describe(title, lines, format)} className="h-full">
          {isEmpty ? (
            <p className="flex h-full items-center justify-center rounded-md border border-dashed border-line px-3 text-center text-xs text-ink-soft">
              {text.plot.nothing}
            </p>
          ) : (
            <Suspense fallback={<Skeleton className="h-36 w-full" />}>
              <PlotCanvas
                {...{ fromSeconds, stepSeconds, lines, markers, format, limit, group, onZoom, onReset }}
                onHover={hover}
              />
            </Suspense>
          )}
        </div>
        {hovered?.marker !== undefined && (
          <p className="pointer-events-none absolute inset-x-14 top-4 z-10 truncate rounded-md border border-line bg-raised px-2 py-1 text-xs shadow-md">
            <span className="font-medium">{hovered.marker.label}</span> {hovered.marker.detail}
          </p>
        )}
      </div>
    </figure>
  )
}

type CaptionProps = Pick<PlotProps, 'title' | 'lines' | 'format' | 'stepSeconds'> & {
  fromSeconds: number
  hovered: Hovered | null
}

function Caption({ title, lines, format, fromSeconds, stepSeconds, hovered }: CaptionProps) {
  const rangeMs = (lines[0]?.values.length ?? 0) * stepSeconds * 1_000
  const shown = (line: PlotLine) => {
    const value = hovered === null ? factsOf(line.values).last : line.values[hovered.index]
    return value === null || value === undefined ? '–' : format(value)
  }
  return (
    <figcaption className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
      <span className="font-medium">{title}</span>
      <span className="flex flex-wrap items-center gap-x-3 text-xs text-ink-soft tabular-nums" aria-hidden>
        {hovered !== null && <span>{formatTick(fromSeconds + hovered.index * stepSeconds, rangeMs, true)}</span>}
        {lines.map((line) => (
          <span key={line.label} className="inline-flex items-center gap-1.5">
            <span
              className={classNames(
                line.isPrevious === true ? 'h-0 w-3 border-t-2 border-dashed border-ink-faint' : 'size-2 rounded-full',
                line.isPrevious !== true && dots[line.color],
              )}
            />
            {lines.length > 1 && line.label} <span className="font-medium text-ink">{shown(line)}</span>
          </span>
        ))}
      </span>
    </figcaption>
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
