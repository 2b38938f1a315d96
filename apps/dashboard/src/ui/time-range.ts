/** The time range of charts: one of the fixed ranges that end now, or a part of the past that someone zoomed into. */

export const ranges = { '1h': 3_600, '6h': 21_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const
export type RangeName = keyof typeof ranges
export const rangeNames: readonly RangeName[] = ['1h', '6h', '24h', '7d', '30d']

/** Seconds since 1970. */
export interface Span {
  from: number
  to: number
}

const steps = [15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400] as const
/** About the number of points that fit into a chart. */
const points = 180
const shortestSeconds = 300
/** The server keeps measurements for a year. */
const longestSeconds = 365 * 86_400

/** Length of one step of the chart in seconds. */
export function stepOf({ from, to }: Span): number {
  return steps.find((step) => step >= (to - from) / points) ?? 86_400
}

/** The fixed range that ends now. Its edges are whole steps, so that requests repeat and can be cached. */
export function spanOf(range: RangeName, now: number): Span {
  const seconds = ranges[range]
  const step = stepOf({ from: 0, to: seconds })
  const to = Math.ceil(now / step) * step
  return { from: to - seconds, to }
}

/** The range before this one, of the same length. */
export function previousOf({ from, to }: Span): Span {
  return { from: from - (to - from), to: from }
}

export function zoomIn({ from, to }: Span): Span {
  const quarter = Math.floor((to - from) / 4)
  return to - from <= shortestSeconds ? { from, to } : { from: from + quarter, to: to - quarter }
}

export function zoomOut({ from, to }: Span, now: number): Span {
  const half = Math.floor((to - from) / 2)
  const length = Math.min(to - from + 2 * half, longestSeconds)
  const end = Math.min(to + half, now)
  return { from: end - length, to: end }
}

/** Moves by half of the range. Nothing is measured after now. */
export function moveBy(direction: 'earlier' | 'later', { from, to }: Span, now: number): Span {
  const half = Math.floor((to - from) / 2)
  const by = direction === 'earlier' ? -half : Math.max(0, Math.min(half, now - to))
  return { from: from + by, to: to + by }
}

/** A dragged selection, at least as long as the shortest range. */
export function selectedSpan({ from, to }: Span): Span {
  const missing = Math.max(0, shortestSeconds - (to - from)) / 2
  return { from: Math.floor(from - missing), to: Math.ceil(to + missing) }
}

export interface Grid {
  fromSeconds: number
  stepSeconds: number
  count: number
}

/** Values of the previous range at the steps of the current one. Old measurements can have longer steps. */
export function alignPrevious(
  values: readonly (number | null)[],
  previous: Omit<Grid, 'count'>,
  current: Grid & { shiftSeconds: number },
): (number | null)[] {
  return Array.from({ length: current.count }, (_, index) => {
    const at = current.fromSeconds + index * current.stepSeconds - current.shiftSeconds
    return values[Math.floor((at - previous.fromSeconds) / previous.stepSeconds)] ?? null
  })
}
