/**
 * Decides which backups of a series to remove. It keeps the newest ones, and the newest of each of the last days,
 * weeks, and months that have one, in the time zone of the schedule. It never removes the newest, the newest verified,
 * or the only one, nor the last ones of recent days. Pure.
 */
import { z } from 'zod'

export interface RetainedBackup {
  readonly id: string
  /** One service, or one of its volumes. */
  readonly series: string
  readonly kind: string
  readonly finishedAt: Date
  readonly restoreTestedAt: Date | null
}

export interface Retention {
  readonly keepLast: number
  readonly keepDaily: number
  readonly keepWeekly: number
  readonly keepMonthly: number
}

const KeptLonger = z.object({
  keepLast: z.int(),
  keepDaily: z.int(),
  keepWeekly: z.int(),
  keepMonthly: z.int(),
  until: z.coerce.date(),
})

/** A retention that was shortened a short time ago doesn't count yet, so that it can be set back before backups are lost. */
export function effectiveRetention(retention: Retention, keptLonger: unknown, now: Date): Retention {
  const longer = KeptLonger.safeParse(keptLonger).data
  if (longer === undefined || longer.until <= now) return retention
  return {
    keepLast: Math.max(retention.keepLast, longer.keepLast),
    keepDaily: Math.max(retention.keepDaily, longer.keepDaily),
    keepWeekly: Math.max(retention.keepWeekly, longer.keepWeekly),
    keepMonthly: Math.max(retention.keepMonthly, longer.keepMonthly),
  }
}

/** Created before a service was deleted. Nothing follows it, so it stays until a person deletes it. */
const keptForGood: ReadonlySet<string> = new Set(['final'])

const madeForSafety: ReadonlySet<string> = new Set(['pre_restore', 'import'])

export interface RetentionPlace {
  readonly timezone: string
  /**
   * The last backup of each day since then stays, whatever the retention is. Otherwise, many backups in a short time, for example
   * with a stolen token, would remove all good ones.
   */
  readonly dailySince: Date
}

export function backupsToExpire<Backup extends RetainedBackup>(
  backups: readonly Backup[],
  retention: Retention,
  place: RetentionPlace,
): Backup[] {
  const going = backups.filter(({ kind }) => !keptForGood.has(kind))
  // Backups made before restores and imports are counted separately, so an afternoon of attempts doesn't push out
  // scheduled backups.
  const series = Map.groupBy(going, ({ series: of, kind }) => `${of} ${madeForSafety.has(kind)}`)
  return [...series.values()].flatMap((each) => expireSeries(each, retention, place))
}

function expireSeries<Backup extends RetainedBackup>(
  backups: readonly Backup[],
  retention: Retention,
  { timezone, dailySince }: RetentionPlace,
): Backup[] {
  const newestFirst = backups.toSorted(
    (a, b) => b.finishedAt.getTime() - a.finishedAt.getTime() || (a.id < b.id ? 1 : -1),
  )
  const dayOf = dayIn(timezone)
  const recent = newestFirst.filter(({ finishedAt }) => finishedAt >= dailySince)
  const proven = newestFirst.find(({ restoreTestedAt }) => restoreTestedAt !== null)
  const kept = new Set<RetainedBackup>([
    ...newestFirst.slice(0, Math.max(1, retention.keepLast)),
    ...(proven === undefined ? [] : [proven]),
    ...firstOfEach(recent, recent.length, (backup) => dayOf(backup.finishedAt)),
    ...firstOfEach(newestFirst, retention.keepDaily, (backup) => dayOf(backup.finishedAt)),
    ...firstOfEach(newestFirst, retention.keepWeekly, (backup) => weekOf(dayOf(backup.finishedAt))),
    ...firstOfEach(newestFirst, retention.keepMonthly, (backup) => dayOf(backup.finishedAt).slice(0, 7)),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

function firstOfEach<Backup>(
  newestFirst: readonly Backup[],
  count: number,
  spanOf: (backup: Backup) => string,
): Backup[] {
  const spans = new Map<string, Backup>()
  for (const backup of newestFirst) {
    if (spans.size === count && !spans.has(spanOf(backup))) break
    if (!spans.has(spanOf(backup))) spans.set(spanOf(backup), backup)
  }
  return count === 0 ? [] : [...spans.values()]
}

/** Returns a calendar day in the time zone, such as `2026-11-16`. */
function dayIn(timezone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (time) => format.format(time)
}

const dayMs = 86_400_000

/** Returns the Monday of the week. */
function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}
