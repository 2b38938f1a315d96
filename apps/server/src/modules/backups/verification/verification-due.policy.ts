/** Decides whether a backup that has just succeeded is due for verification; pure. */
const hour = 3_600_000
/** Less than the period itself, because a backup can start a little earlier than the previous day. */
const leastAge = { each: 0, daily: 20 * hour, weekly: 6.5 * 24 * hour } as const

/** `lastRestoreTestAt`: last verification of this service or volume. */
export function isVerificationDue(
  proof: 'each' | 'daily' | 'weekly' | 'off',
  { lastRestoreTestAt, now }: { lastRestoreTestAt: Date | null; now: Date },
): boolean {
  if (proof === 'off') return false
  return lastRestoreTestAt === null || now.getTime() - lastRestoreTestAt.getTime() >= leastAge[proof]
}
