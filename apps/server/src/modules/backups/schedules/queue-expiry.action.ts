import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { expireBackups } from './schedules.references.ts'

/**
 * Call it in the transaction in which a backup or its verification succeeded. Only then can older backups be removed.
 */
export async function queueExpiry(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  await startRun(tx, { workflow: expireBackups, key: environmentId, input: { environmentId }, organizationId })
}
