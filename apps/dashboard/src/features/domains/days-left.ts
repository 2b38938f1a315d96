const dayMs = 86_400_000

/** Whole days; never fewer than none. */
export function daysLeft(until: string, nowMs: number): number {
  return Math.max(0, Math.floor((new Date(until).getTime() - nowMs) / dayMs))
}
