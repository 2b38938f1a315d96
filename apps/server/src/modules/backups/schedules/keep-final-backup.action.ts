/** Keeps the last backup of a database that is deleted. No retention rule removes it. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findBackupConfig } from './backup-configs.repository.ts'
import { keepAsFinal } from './kept-backups.repository.ts'

const recentMs = 3_600_000

/** Returns `needed` when backups are enabled and none succeeded within the last hour. */
export async function keepFinalBackup(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serviceId, now }: { environmentId: Id<'env'>; serviceId: Id<'svc'>; now: Date },
): Promise<'kept' | 'needed' | 'not_wanted'> {
  const config = await findBackupConfig(tx, organizationId, environmentId)
  const since = new Date(now.getTime() - recentMs)
  if ((await keepAsFinal(tx, organizationId, { environmentId, serviceId, since })) !== undefined) return 'kept'
  return config?.enabled === true ? 'needed' : 'not_wanted'
}
