/** Whether a backup that has just succeeded is to be proven; pure. */
const hour = 3_600_000
/** Less than the period itself: a backup that comes a little earlier than yesterday's is still today's. */
const leastAge = { each: 0, daily: 20 * hour, weekly: 6.5 * 24 * hour } as const

/** `lastProvenAt`: of this service or volume. */
export function isVerificationDue(
  proof: 'each' | 'daily' | 'weekly' | 'off',
  { lastProvenAt, now }: { lastProvenAt: Date | null; now: Date },
): boolean {
  if (proof === 'off') return false
  return lastProvenAt === null || now.getTime() - lastProvenAt.getTime() >= leastAge[proof]
}
