/**
 * Hourly cleanup: removes expired rows and maintains partitioned tables. Each part is idempotent, works in batches, and
 * runs even if others fail.
 */
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.ts'
import { step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { maintainEventTables } from '../../../../platform/events/retention.ts'
import { removeExpiredLimits } from '../../../../platform/limits/persistent-limit.ts'
import type { Log } from '../../../../platform/log/log.ts'
import { removeOldMail } from '../../../../platform/mail/mail.system-repository.ts'
import { runAll } from '../../../../platform/process/run-all.ts'
import { type AnchorKey, anchorAudit } from '../../../audit/index.ts'
import { maintainRuntimeLogs } from '../../../runtime-logs/worker.ts'
import { startRemovals } from '../../organization-removal/start-removals.action.ts'
import { removeOldHistory } from '../history.system-repository.ts'
import { housekeeping } from '../housekeeping.references.ts'
import { removeExpiredRows } from '../housekeeping.system-repository.ts'

type Input = Record<string, never>
type Output = { removed: Record<string, number> }

export interface HousekeepingOptions {
  readonly database: Database
  readonly runtimeLogDays: number
  readonly historyDays: number
  readonly anchorKeys: readonly AnchorKey[]
  readonly log: Pick<Log, 'error'>
}

export function createHousekeeping(given: HousekeepingOptions): Workflow<Input> {
  const { database } = given
  const removeExpired = step<Input, Output>({
    name: 'keep-house',
    output: z.object({ removed: z.record(z.string(), z.number()) }),
    deadlineMs: 45 * 60_000,
    attempts: 3,
    async run() {
      return {
        removed: await runAll({
          // Without future partitions, new rows go to the default one; so do this first, before anything slow.
          'event tables': async () => (await maintainEventTables(database)).dropped,
          'runtime logs': async () => (await maintainRuntimeLogs(database, { days: given.runtimeLogDays })).dropped,
          'audit anchors': () => anchor(given),
          'expired rows': () => removeExpiredRows(database),
          'old history': () => removeOldHistory(database, given.historyDays),
          'rate limits': () => removeExpiredLimits(database),
          'content of old mail': () => removeOldMail(database.systemDb),
          'deleted accounts and organizations': () => startRemovals(database),
        }),
      }
    },
  })
  return workflow(housekeeping, [removeExpired])
}

async function anchor({ database, anchorKeys, log }: HousekeepingOptions): Promise<number> {
  const { broken } = await anchorAudit(database, anchorKeys)
  if (broken.length > 0) log.error({ broken }, 'the audit log was changed by someone with access to the database')
  return 0
}
