/** Whether the control plane's own backup is missed; pure. */

const dayMs = 86_400_000
/** As for environments: one that failed is tried again on the next day before anybody is woken. */
const missedAfterMs = 2 * dayMs
const remindEveryMs = 7 * dayMs

export interface BackupsSeen {
  /** Since then there could have been one. */
  since: Date
  lastSucceededAt: Date | null
  /** Of the last try. */
  problem: string | null
}

export interface MissedBackup {
  detail: string
  /** The same until it is time to remind. */
  causeKey: string
}

export function judgeMissing({ since, lastSucceededAt, problem }: BackupsSeen, now: number): MissedBackup | null {
  const from = lastSucceededAt ?? since
  const missedMs = now - from.getTime() - missedAfterMs
  if (missedMs < 0) return null
  const days = Math.floor((now - from.getTime()) / dayMs)
  const told =
    lastSucceededAt === null ? `No backup succeeded in ${days} days.` : `The last backup is ${days} days old.`
  const detail = problem === null ? told : `${told} The last attempt failed: ${problem}`
  return { detail, causeKey: `instance_backup_missing:${from.toISOString()}:${Math.floor(missedMs / remindEveryMs)}` }
}
