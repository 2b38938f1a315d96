/** Evaluates whether the instance backup is overdue; pure. */

const dayMs = 86_400_000
/** Same as for environments: a failed backup is retried on the next day before anyone is notified. */
const missedAfterMs = 2 * dayMs
const remindEveryMs = 7 * dayMs

export interface BackupHistory {
  /** Time since when there could have been one. */
  since: Date
  lastSucceededAt: Date | null
  /** Problem of the last attempt. */
  problem: string | null
}

export interface MissedBackup {
  detail: string
  /** Stays the same until it is time for a reminder. */
  causeKey: string
}

export function evaluateMissing({ since, lastSucceededAt, problem }: BackupHistory, now: number): MissedBackup | null {
  const from = lastSucceededAt ?? since
  const missedMs = now - from.getTime() - missedAfterMs
  if (missedMs < 0) return null
  const days = Math.floor((now - from.getTime()) / dayMs)
  const summary =
    lastSucceededAt === null ? `No backup succeeded in ${days} days.` : `The last backup is ${days} days old.`
  const detail = problem === null ? summary : `${summary} The last attempt failed: ${problem}`
  return { detail, causeKey: `instance_backup_missing:${from.toISOString()}:${Math.floor(missedMs / remindEveryMs)}` }
}
