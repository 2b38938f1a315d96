/** Summary and axis labels of a plot. */

export interface PlotLine {
  label: string
  color: PlotColor
  values: readonly (number | null)[]
}

export type PlotColor = 'accent' | 'good' | 'warn' | 'bad' | 'busy' | 'ink-faint'

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

export function formatTick(atSeconds: number, rangeMs: number): string {
  const date = new Date(atSeconds * 1_000)
  if (rangeMs > 2 * dayMs) return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** Top of the axis: the limit if there is one, or a little above the highest value. */
export function topOf(lines: readonly PlotLine[], limit: number | undefined): number {
  if (limit !== undefined && limit > 0) return limit
  const highest = Math.max(0, ...lines.map(({ values }) => factsOf(values).highest ?? 0))
  return highest === 0 ? 1 : highest * 1.15
}
