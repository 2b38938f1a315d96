const dayMs = 86_400_000

/** Whole days, at least 0. */
export function daysLeft(until: string, nowMs: number): number {
  return Math.max(0, Math.floor((new Date(until).getTime() - nowMs) / dayMs))
}
