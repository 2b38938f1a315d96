/** Once an hour: removes what has expired and keeps the event tables in shape. Every step can run twice without harm. */
import { z } from 'zod'
import type { Database } from '../../../platform/database/database.ts'
import { step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { maintainEventTables } from '../../../platform/events/retention.ts'
import { removeExpiredLimits } from '../../../platform/limits/persistent-limit.ts'
import type { Log } from '../../../platform/log/log.ts'
import { removeOldMail } from '../../../platform/mail/mail.system-repository.ts'
import { type AnchorKey, anchorAudit } from '../../audit/index.ts'
import { removeOldDeliveries } from '../../auto-deploy/index.ts'
import { removeOldBackups } from '../../backup-plans/index.ts'
import { maintainRuntimeLogs } from '../../runtime-logs/worker.ts'
import {
  removeDeletedAccounts,
  removeDeletedOrganizations,
  removeExpiredRows,
} from '../housekeeping.system-repository.ts'

type Input = Record<string, never>
type Output = { removed: number }

export const housekeeping = declareWorkflow<Input>({ kind: 'housekeeping', input: z.record(z.string(), z.never()) })

export interface HousekeepingOptions {
  readonly database: Database
  readonly runtimeLogDays: number
  readonly anchorKeys: readonly AnchorKey[]
  readonly log: Pick<Log, 'error'>
}

export function createHousekeeping(given: HousekeepingOptions): Workflow<Input> {
  const { database, runtimeLogDays, anchorKeys, log } = given
  const options = { output: z.object({ removed: z.number() }), deadlineMs: 120_000, attempts: 3 }
  const accounts = step<Input, Output>({
    ...options,
    name: 'remove-deleted',
    async run() {
      return await database.system(async (tx) => ({
        removed: (await removeDeletedAccounts(tx)) + (await removeDeletedOrganizations(tx)),
      }))
    },
  })
  const rows = step<Input, Output>({
    ...options,
    name: 'remove-expired',
    async run() {
      await database.system(async (tx) => {
        await removeExpiredRows(tx)
        await removeExpiredLimits(tx)
        await removeOldMail(tx)
        await removeOldDeliveries(tx)
        await removeOldBackups(tx)
      })
      return { removed: 0 }
    },
  })
  const partitions = step<Input, Output>({
    ...options,
    name: 'maintain-events',
    async run() {
      const { dropped } = await maintainEventTables(database)
      return { removed: dropped }
    },
  })
  const logs = step<Input, Output>({
    ...options,
    name: 'maintain-runtime-logs',
    async run() {
      const { dropped } = await database.system((tx) => maintainRuntimeLogs(tx, { days: runtimeLogDays }))
      return { removed: dropped }
    },
  })
  const anchors = step<Input, Output>({
    ...options,
    name: 'anchor-audit',
    async run() {
      const { broken } = await anchorAudit(database, anchorKeys)
      if (broken.length > 0) log.error({ broken }, 'the audit log was changed by someone with access to the database')
      return { removed: 0 }
    },
  })
  return workflow(housekeeping, [accounts, rows, partitions, logs, anchors])
}
