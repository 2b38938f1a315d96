/** Starts a verification in the caller's transaction. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { verifyBackup } from './verification.references.ts'

export async function startVerification(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, backupId }: { environmentId: Id<'env'>; backupId: Id<'bkp'> },
): Promise<Id<'run'>> {
  const input = { environmentId, backupId }
  return await startRun(tx, { workflow: verifyBackup, key: environmentId, input, organizationId })
}
