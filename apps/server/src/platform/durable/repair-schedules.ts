/**
 * Repairs schedules whose due times are far in the future because a clock was ahead for a while. They return to the
 * times of their cron expression.
 */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { nextRunAt } from './cron.ts'

const batchSize = 1_000

interface FarSchedule {
  id: string
  cron: string
  timezone: string
  nextRunAt: Date
}

/** Returns the number of changed schedules. Checks the furthest due times first. */
export async function repairSchedules(
  { database: { systemDb }, log }: { database: Pick<Database, 'systemDb'>; log: Log },
  now: Date,
): Promise<number> {
  const { rows } = await sql<FarSchedule>`
    select id, cron, timezone, next_run_at as "nextRunAt" from schedules
    where enabled and next_run_at > ${now}::timestamptz + interval '1 hour' order by next_run_at desc limit ${batchSize}
  `.execute(systemDb)
  let changed = 0
  for (const schedule of rows) {
    const next = nextTime(schedule, now)
    if (next === null || next >= schedule.nextRunAt) continue
    // Update only if the row is unchanged since it was read: a user may be editing it, or a ticker has advanced it.
    const { numAffectedRows = 0n } = await sql`
      update schedules set next_run_at = ${next} where id = ${schedule.id} and next_run_at = ${schedule.nextRunAt}
    `.execute(systemDb)
    changed += Number(numAffectedRows)
  }
  if (changed > 0) log.warn({ changed }, 'schedules were due too late, as after a clock that was ahead: brought back')
  return changed
}

/** Returns null for an unreadable schedule; the ticker disables it when it is due. */
function nextTime({ cron, timezone }: FarSchedule, now: Date): Date | null {
  try {
    return nextRunAt(cron, timezone, now)
  } catch {
    return null
  }
}
