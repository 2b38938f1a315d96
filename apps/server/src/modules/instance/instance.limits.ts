import type { LimitPolicy } from '../../platform/limits/persistent-limit.ts'

/** Enough to set up a mail server, too few to annoy anyone. */
export const testEmailsPerHour: LimitPolicy = { name: 'instance-test-email', limit: 10, windowSeconds: 3_600 }

/** Longer than the longest chain of checks takes, shorter than clients wait. */
export const healthDeadlineMs = 58_000
