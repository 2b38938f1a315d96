/** Formats numbers and times. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const units = [
  ['year', 31_557_600_000], ['month', 2_629_800_000], ['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000],
] as const // biome-ignore format: a table

/** Days ahead round up, so that a promise of three days reads as "in 3 days", not "in 2 days" a second later. */
export function formatRelative(differenceMs: number): string {
  for (const [unit, length] of units) {
    if (Math.abs(differenceMs) < length) continue
    const round = unit === 'day' && differenceMs > 0 ? Math.ceil : Math.trunc
    return relative.format(round(differenceMs / length), unit)
  }
  return Math.abs(differenceMs) < 10_000 ? 'now' : relative.format(Math.trunc(differenceMs / 1_000), 'second')
}

/** Milliseconds until the text of a relative time can change. Under a minute it counts seconds. */
export function relativeStepMs(differenceMs: number): number {
  return Math.abs(differenceMs) < 60_000 ? 1_000 : 15_000
}

export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (Math.abs(value) >= 1_000 && unit < byteUnits.length - 1) [value, unit] = [value / 1_000, unit + 1]
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${byteUnits[unit]}`
}

const numbers = new Intl.NumberFormat('en')
export function formatNumber(value: number): string {
  return numbers.format(value)
}

export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`
}

/** A short commit hash. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7)
}
