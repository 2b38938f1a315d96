/** Resolutions of points, their retention, and which of them serves a query; pure. */
import type { Point } from './metric-block.policy.ts'
import type { MetricDefinition } from './metric-names.policy.ts'

export interface Resolution {
  /** Interval between two points; 0: raw points. */
  readonly seconds: 0 | 300 | 3_600
  /** Time that one block covers. */
  readonly blockSeconds: number
  readonly keptSeconds: number
}

const daySeconds = 86_400
export const hourSeconds = 3_600

export const raw: Resolution = { seconds: 0, blockSeconds: hourSeconds, keptSeconds: 2 * daySeconds }
// These two grow every hour until they are full. Short blocks stay within a database page, which makes that cheap.
export const fine: Resolution = { seconds: 300, blockSeconds: 4 * hourSeconds, keptSeconds: 14 * daySeconds }
export const coarse: Resolution = { seconds: 3_600, blockSeconds: daySeconds, keptSeconds: 366 * daySeconds }
export const resolutions: readonly Resolution[] = [raw, fine, coarse]

export const maxPoints = 1_000
const usualPoints = 300
const steps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, daySeconds]

export interface Range {
  /** Seconds since 1970. */
  from: number
  to: number
}

/** The finest resolution that reaches back to `from` and isn't finer than requested. */
export function chooseResolution({ from, now, step }: { from: number; now: number; step: number }): Resolution {
  const reaching = resolutions.filter((each) => from >= now - each.keptSeconds + hourSeconds)
  return reaching.findLast((each) => each.seconds <= step) ?? reaching[0] ?? coarse
}

/** The requested step, limited by the number of points and by the resolution that is kept for that time. */
export function chooseStep(
  { from, to }: Range,
  { asked, now, rhythm }: { asked: number | undefined; now: number; rhythm: number },
): number {
  const wanted = asked ?? Math.max((to - from) / usualPoints, rhythm)
  const kept = chooseResolution({ from, now, step: wanted }).seconds
  const least = Math.max(wanted, kept, (to - from) / maxPoints)
  if (asked !== undefined && asked >= least) return asked
  return steps.find((each) => each >= least) ?? Math.ceil(least / daySeconds) * daySeconds
}

/** Means and maxima of each span; `points` are raw and sorted. */
export function downsample(
  points: readonly Point[],
  { seconds, definitions }: { seconds: number; definitions: readonly MetricDefinition[] },
): Point[] {
  const spans = Map.groupBy(points, ({ at }) => at - (at % seconds))
  return [...spans].map(([at, group]) => {
    const columns = definitions.map((_, column) => group.map(({ values }) => values[column] ?? 0))
    const sums = columns.map((values) => values.reduce((total, each) => total + each, 0))
    const means = sums.map((sum, column) =>
      definitions[column]?.over === 'sum' ? sum : Math.round(sum / group.length),
    )
    return { at, values: [...means, ...columns.map((values) => Math.max(...values))] }
  })
}

/** Later points replace earlier ones of the same time. */
export function mergePoints(before: readonly Point[], after: readonly Point[]): Point[] {
  const byTime = new Map([...before, ...after].map((point) => [point.at, point]))
  return [...byTime.values()].sort((a, b) => a.at - b.at)
}
