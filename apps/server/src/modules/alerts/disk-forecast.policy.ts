/** When a disk will be full if it goes on like this: a straight line through what was measured; pure. */

export interface DiskPoint {
  /** Seconds since 1970. */
  at: number
  usedBytes: number
  diskBytes: number
}

/** Less says nothing about a day: a build or an upload is over by then. */
const leastSeconds = 1_800
const leastPoints = 6
/** How much of the movement the line must explain. */
const leastFit = 0.5

/** Undefined: too little is known. Infinity: it is not getting fuller. */
export function hoursUntilFull(points: readonly DiskPoint[]): number | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < leastPoints) return undefined
  if (last.at - first.at < leastSeconds) return undefined
  const { slope, fit } = lineThrough(points.map(({ at, usedBytes }) => ({ x: at - first.at, y: usedBytes })))
  if (slope <= 0 || fit < leastFit) return Number.POSITIVE_INFINITY
  return Math.max(0, last.diskBytes - last.usedBytes) / slope / 3_600
}

/** Least squares. */
function lineThrough(points: readonly { x: number; y: number }[]): { slope: number; fit: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [x, y] = [mean(points.map((each) => each.x)), mean(points.map((each) => each.y))]
  const xx = mean(points.map((each) => (each.x - x) ** 2))
  const yy = mean(points.map((each) => (each.y - y) ** 2))
  const xy = mean(points.map((each) => (each.x - x) * (each.y - y)))
  return { slope: xx === 0 ? 0 : xy / xx, fit: xx === 0 || yy === 0 ? 0 : xy ** 2 / (xx * yy) }
}
