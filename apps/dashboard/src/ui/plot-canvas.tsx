/** Draws with uPlot, in the colors of the theme. Only `plot.tsx` loads it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import UPlot from 'uplot'
import { formatTick, type PlotLine, topOf } from './plot-scale.ts'

export interface PlotCanvasProps {
  fromSeconds: number
  stepSeconds: number
  lines: readonly PlotLine[]
  format(value: number): string
  limit: number | undefined
  onHover(index: number | null): void
}

const height = 144

export function PlotCanvas(props: PlotCanvasProps) {
  const { fromSeconds, stepSeconds, lines, limit } = props
  const holder = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const build = useEffectEvent((width: number, element: HTMLElement) => {
    const options = optionsOf(props, { width, color: colorReader() })
    return new UPlot(options, dataOf(props), element)
  })
  const shape = JSON.stringify([fromSeconds, stepSeconds, limit, lines, theme])
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
  const { lines, format, limit, stepSeconds, onHover } = props
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
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { y: { range: () => [0, topOf(lines, limit)] } },
    axes: [
      { ...axis, space: 64, size: 24, values: (_, ticks) => ticks.map((tick) => formatTick(tick, rangeMs)) },
      { ...axis, space: 32, size: 58, values: (_, ticks) => ticks.map(format) },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        stroke: color(line.color),
        ...(lines.length === 1 ? { fill: `color-mix(in srgb, ${color(line.color)} 14%, transparent)` } : {}),
        width: 1.5,
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] },
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
