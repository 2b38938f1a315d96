/** Forecasts when a disk will be full by fitting a straight line through the measurements. Pure. */

export interface DiskPoint {
  /** Seconds since 1970. */
  at: number
  usedBytes: number
  diskBytes: number
}

/** Shorter measurements say nothing about a day: a build or an upload ends sooner than that. */
const leastSeconds = 1_800
const leastPoints = 6
/** Share of the movement that the line must explain. */
const leastFit = 0.5

/** Returns undefined with too little data, and Infinity when the disk isn't filling up. */
export function hoursUntilFull(points: readonly DiskPoint[]): number | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < leastPoints) return undefined
  if (last.at - first.at < leastSeconds) return undefined
  const { slope, fit } = lineThrough(points.map(({ at, usedBytes }) => ({ x: at - first.at, y: usedBytes })))
  if (slope <= 0 || fit < leastFit) return Number.POSITIVE_INFINITY
  return Math.max(0, last.diskBytes - last.usedBytes) / slope / 3_600
}

/** Fits the line by least squares. */
function lineThrough(points: readonly { x: number; y: number }[]): { slope: number; fit: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [x, y] = [mean(points.map((each) => each.x)), mean(points.map((each) => each.y))]
  const xx = mean(points.map((each) => (each.x - x) ** 2))
  const yy = mean(points.map((each) => (each.y - y) ** 2))
  const xy = mean(points.map((each) => (each.x - x) * (each.y - y)))
  return { slope: xx === 0 ? 0 : xy / xx, fit: xx === 0 || yy === 0 ? 0 : xy ** 2 / (xx * yy) }
}
