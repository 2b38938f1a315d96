/** Draws with uPlot, in the colors of the theme. Only `plot.tsx` loads it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import UPlot from 'uplot'
import { drawMarkers, type PlotMarker } from './plot-markers.ts'
import { formatTick, type PlotLine, topOf } from './plot-scale.ts'
import type { Span } from './time-range.ts'

export interface PlotCanvasProps {
  fromSeconds: number
  stepSeconds: number
  lines: readonly PlotLine[]
  markers: readonly PlotMarker[]
  format(value: number): string
  limit: number | undefined
  /** Charts with the same name show the cursor at the same time. */
  group: string | undefined
  onHover(index: number | null, left: number | null, secondsPerPixel: number): void
  onZoom: ((span: Span) => void) | undefined
  onReset: (() => void) | undefined
}

const height = 144

export function PlotCanvas(props: PlotCanvasProps) {
  const { fromSeconds, stepSeconds, lines, limit, markers } = props
  const holder = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const onHover = useEffectEvent(props.onHover)
  const onZoom = useEffectEvent((span: Span) => props.onZoom?.(span))
  const onReset = useEffectEvent(() => props.onReset?.())
  const build = useEffectEvent((width: number, element: HTMLElement) => {
    const options = optionsOf({ ...props, onHover, onZoom, onReset }, { width, color: colorReader() })
    return new UPlot(options, dataOf(props), element)
  })
  const shape = JSON.stringify([fromSeconds, stepSeconds, limit, lines, markers, theme])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is compared by its text
  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const plot = build(element.clientWidth, element)
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      plot.destroy()
    }
  }, [shape])
  return <div ref={holder} className="absolute inset-0 overflow-hidden" />
}

function dataOf({ fromSeconds, stepSeconds, lines }: PlotCanvasProps): UPlot.AlignedData {
  const times = (lines[0]?.values ?? []).map((_, index) => fromSeconds + index * stepSeconds)
  return [times, ...lines.map(({ values }) => [...values])]
}

type Color = (name: string) => string

function optionsOf(props: PlotCanvasProps, { width, color }: { width: number; color: Color }): UPlot.Options {
  const { lines, format, limit, stepSeconds, markers } = props
  const rangeMs = (lines[0]?.values.length ?? 0) * stepSeconds * 1_000
  const axis = {
    stroke: color('ink-faint'),
    font: '11px Geist, system-ui, sans-serif',
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    padding: [markers.length > 0 ? 16 : 8, 8, 0, 0],
    legend: { show: false },
    cursor: cursorOf(props),
    scales: { y: { range: () => [0, topOf(lines, limit)] } },
    axes: [
      { ...axis, space: 64, size: 24, values: (_, ticks) => ticks.map((tick) => formatTick(tick, rangeMs)) },
      { ...axis, space: 32, size: 58, values: (_, ticks) => ticks.map(format) },
    ],
    series: [{}, ...lines.map((line) => seriesOf(line, lines, color))],
    hooks: {
      draw: [(plot) => drawMarkers(plot, markers, color)],
      setCursor: [
        ({ cursor, scales, over }) => {
          const { min = 0, max = 0 } = scales['x'] ?? {}
          const isInside = cursor.left !== undefined && cursor.left >= 0
          props.onHover(
            isInside ? (cursor.idx ?? null) : null,
            isInside ? (cursor.left ?? null) : null,
            ((max ?? 0) - (min ?? 0)) / Math.max(1, over.clientWidth),
          )
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width: selected } = plot.select
          if (selected <= 0) return
          const span = { from: plot.posToVal(left, 'x'), to: plot.posToVal(left + selected, 'x') }
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          props.onZoom?.(span)
        },
      ],
    },
  }
}

function cursorOf({ group, onZoom, onReset }: PlotCanvasProps): UPlot.Cursor {
  return {
    y: false,
    // A short drag is a click.
    drag: { x: onZoom !== undefined, y: false, setScale: false, dist: 6 },
    points: { size: 6 },
    bind: {
      dblclick: () => () => {
        onReset?.()
        return null
      },
    },
    ...(group === undefined
      ? {}
      : { sync: { key: group, filters: { pub: (type: string) => type === 'mousemove' || type === 'mouseleave' } } }),
  }
}

function seriesOf(line: PlotLine, all: readonly PlotLine[], color: Color): UPlot.Series {
  const isFilled = line.isPrevious !== true && all.filter(({ isPrevious }) => isPrevious !== true).length === 1
  return {
    stroke: color(line.color),
    ...(isFilled ? { fill: `color-mix(in srgb, ${color(line.color)} 14%, transparent)` } : {}),
    ...(line.isPrevious === true ? { dash: [5, 4] } : {}),
    width: 1.5,
    points: { show: false },
  }
}

function colorReader(): Color {
  const style = getComputedStyle(document.documentElement)
  return (name) => style.getPropertyValue(`--${name}`).trim()
}

/** A canvas doesn't use style sheets, so a theme change redraws it. */
const root = document.documentElement

function useTheme(): string {
  const [theme, setTheme] = useState(root.dataset['theme'] ?? '')
  useEffect(() => {
    const watcher = new MutationObserver(() => setTheme(root.dataset['theme'] ?? ''))
    watcher.observe(root, { attributes: true, attributeFilter: ['data-theme'] })
    return () => watcher.disconnect()
  }, [])
  return theme
}
