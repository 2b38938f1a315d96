/** Times of automatic drills; pure. */
import type { DrillInterval } from './drills.schemas.ts'

const daysOf = { day: 1, week: 7, month: 30 } as const satisfies Record<DrillInterval, number>
const dayMs = 86_400_000

/** Null without automatic drills. */
export function nextDrillAt(every: DrillInterval | null, now: Date): Date | null {
  return every === null ? null : new Date(now.getTime() + daysOf[every] * dayMs)
}
