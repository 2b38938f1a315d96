/** Starts a backup of each live database and volume now, as the schedule does, in the caller's transaction. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { backUpBySchedule } from './schedules.references.ts'

/** Has no effect if the schedule is off by then. */
export async function startScheduledBackups(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<void> {
  await startRun(tx, { workflow: backUpBySchedule, key: environmentId, input: { environmentId }, organizationId })
}
