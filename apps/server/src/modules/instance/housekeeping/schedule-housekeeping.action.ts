import type { Database } from '../../../platform/database/database.ts'
import { upsertSchedule } from '../../../platform/durable/schedules.ts'
import { housekeeping } from './housekeeping.references.ts'

export async function scheduleHousekeeping(database: Database): Promise<void> {
  await database.system((tx) =>
    upsertSchedule(tx, {
      workflow: housekeeping,
      key: 'instance',
      input: {},
      organizationId: null,
      cron: '17 * * * *',
      timezone: 'UTC',
      missed: 'run_once',
    }),
  )
}
