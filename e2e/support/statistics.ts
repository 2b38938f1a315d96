/** Whether an observer could distinguish two samples. */

/** Welch's t: beyond ±4.5 the difference counts as real. */
export function welchT(one: readonly number[], other: readonly number[]): number {
  const spread = Math.sqrt(variance(one) / one.length + variance(other) / other.length)
  return spread === 0 ? 0 : (mean(one) - mean(other)) / spread
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const center = mean(values)
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1)
}
