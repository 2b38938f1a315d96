import type { Database } from '../../../platform/database/database.ts'
import { removeSchedule, upsertSchedule } from '../../../platform/durable/schedules.ts'
import { checkInstanceBackup, instanceBackup } from './instance-backup.references.ts'

/** `cron` is null if no storage location is configured. */
export async function scheduleInstanceBackup(database: Database, cron: string | null): Promise<void> {
  const own = { key: 'instance', input: {}, organizationId: null, timezone: 'UTC', missed: 'run_once' } as const
  const schedules = [
    { ...own, workflow: instanceBackup, cron },
    { ...own, workflow: checkInstanceBackup, cron: cron === null ? null : '23 * * * *' },
  ]
  await database.system(async (tx) => {
    for (const { cron: times, ...schedule } of schedules)
      if (times === null) await removeSchedule(tx, schedule)
      else await upsertSchedule(tx, { ...schedule, cron: times })
  })
}
