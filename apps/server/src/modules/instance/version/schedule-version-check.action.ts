import type { Database } from '../../../platform/database/database.ts'
import { removeSchedule, upsertSchedule } from '../../../platform/durable/schedules.ts'
import { checkVersion } from './version.references.ts'

/** Schedules nothing if the feed URL is undefined. */
export async function scheduleVersionCheck(database: Database, feedUrl: string | undefined) {
  const subject = { workflow: checkVersion, key: 'instance' }
  await database.system(async (tx) => {
    if (feedUrl === undefined) return void (await removeSchedule(tx, subject))
    const schedule = { ...subject, input: {}, organizationId: null, cron: '41 7 * * *', timezone: 'UTC' }
    await upsertSchedule(tx, { ...schedule, missed: 'run_once' })
  })
}
