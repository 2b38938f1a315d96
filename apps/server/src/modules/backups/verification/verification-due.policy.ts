/** Decides whether a backup that has just succeeded is due for verification; pure. */
const hour = 3_600_000
/** Less than the period itself, because a backup can start a little earlier than the previous day. */
const leastAge = { each: 0, daily: 20 * hour, weekly: 6.5 * 24 * hour } as const

/** `lastProvenAt`: last verification of this service or volume. */
export function isVerificationDue(
  proof: 'each' | 'daily' | 'weekly' | 'off',
  { lastProvenAt, now }: { lastProvenAt: Date | null; now: Date },
): boolean {
  if (proof === 'off') return false
  return lastProvenAt === null || now.getTime() - lastProvenAt.getTime() >= leastAge[proof]
}
