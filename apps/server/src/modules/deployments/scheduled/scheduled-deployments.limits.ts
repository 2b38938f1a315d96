/** Limits of scheduled deployments. */

/** Pending ones per environment. */
export const mostScheduled = 10
export const leastAheadMs = 60_000
export const mostAheadMs = 30 * 86_400_000
/** After an outage, one that is later than this is dropped: people chose the time for a reason. */
export const mostLateMs = 3_600_000
