/** Schedule of security scans. */

/** A failed scan is retried sooner than the next day. */
const retryMs = 60 * 60_000

/**
 * After the first scan, the next one is in the second half of the period, at an offset that depends on the server, so
 * that servers that were registered together aren't always scanned together.
 */
export function nextScanAt(options: {
  now: Date
  /** Zero: only on request. */
  everyMs: number
  serverId: string
  isFirst: boolean
  hasFailed: boolean
}): Date | null {
  const { now, everyMs } = options
  if (everyMs <= 0) return null
  if (options.hasFailed) return new Date(now.getTime() + Math.min(everyMs, retryMs))
  const share = options.isFirst ? 0.5 + shareOf(options.serverId) / 2 : 1
  return new Date(now.getTime() + Math.round(everyMs * share))
}

/** A number from 0 to 1 that is the same for the same id. The last digits of a UUIDv7 are random. */
function shareOf(id: string): number {
  const digits = id.replaceAll('-', '').slice(-8)
  const value = Number.parseInt(digits, 16)
  return Number.isNaN(value) ? 0 : value / 0xffff_ffff
}

/** Whether a user's request starts a scan: not while one is running, nor right after one. */
export function canScanAgain(newest: { createdAt: Date; finishedAt: Date | null } | undefined, now: Date): boolean {
  if (newest === undefined) return true
  return newest.finishedAt !== null && now.getTime() - newest.finishedAt.getTime() >= minPauseMs
}

export const minPauseMs = 15_000
