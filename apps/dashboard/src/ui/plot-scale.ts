/** Summary and axis labels of a plot. */

export interface PlotLine {
  label: string
  color: PlotColor
  values: readonly (number | null)[]
  /** True: the range before, as a dashed line. */
  isPrevious?: boolean
}

export const seriesColors = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'] as const
export type PlotColor = 'accent' | 'warn' | 'ink-faint' | (typeof seriesColors)[number]

export interface LineFacts {
  last: number | null
  highest: number | null
}

/** The newest measured value. The last step is often incomplete. */
export function factsOf(values: readonly (number | null)[]): LineFacts {
  const measured = values.filter((value) => value !== null)
  return { last: measured.at(-1) ?? null, highest: measured.length === 0 ? null : Math.max(...measured) }
}

const dayMs = 86_400_000

/** Ranges of days show the day at midnight. While the cursor is in the chart, they show day and time. */
export function formatTick(atSeconds: number, rangeMs: number, isExact = false): string {
  const date = new Date(atSeconds * 1_000)
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (rangeMs <= dayMs) return time
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  if (isExact) return `${day}, ${time}`
  return rangeMs > 8 * dayMs || time === '00:00' ? day : time
}

/** Top of the axis: the limit if there is one, or a little above the highest value. */
export function topOf(lines: readonly PlotLine[], limit: number | undefined): number {
  if (limit !== undefined && limit > 0) return limit
  const highest = Math.max(0, ...lines.map(({ values }) => factsOf(values).highest ?? 0))
  return highest === 0 ? 1 : highest * 1.15
}
