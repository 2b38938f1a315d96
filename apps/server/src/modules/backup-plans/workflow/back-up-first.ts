/** A backup that somebody waits for, before a change that could not be taken back. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { publishBackupUpdated, startBackup } from '../../backups/index.ts'
import type { BackUpFirst } from '../../deployments/worker.ts'
import { findEnvironmentState } from '../../environments/index.ts'
import { findBackupConfig } from '../backup-configs.repository.ts'
import { findNewestBackup, readBackupEnd } from '../kept-backups.repository.ts'

const pauseMs = 1_000
/** One that was begun for the same change by a worker that died since, or by a person a moment ago. */
const recentMs = 30 * 60_000

const remedy = 'See the environment’s backups for why, put that right, and deploy again.'

export function createBackUpFirst({ database }: { database: Database }): BackUpFirst {
  return async ({ organizationId, environmentId, serviceId, name }, signal) => {
    const backupId = await database.tenant(organizationId, (tx) =>
      ensureBackup(tx, organizationId, { environmentId, serviceId, name }),
    )
    for (;;) {
      const end = await database.tenant(organizationId, (tx) => readBackupEnd(tx, organizationId, backupId))
      if (end?.status === 'succeeded') return
      if (end === undefined || end.isFinished)
        throw new PermanentError('backup_before_change_failed', `The backup of ${name} did not succeed.`, {
          hint: remedy,
        })
      await delay(pauseMs, undefined, { signal })
    }
  }
}

async function ensureBackup(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serviceId, name }: { environmentId: Id<'env'>; serviceId: Id<'svc'>; name: string },
): Promise<Id<'bkp'>> {
  const config = await findBackupConfig(tx, organizationId, environmentId)
  if (config === undefined)
    throw new PermanentError('backup_before_change_failed', `${name} has nowhere to be backed up to.`, {
      hint: 'Set up backups of the environment (PATCH …/backups/config), and deploy again.',
    })
  const known = await findNewestBackup(tx, organizationId, { environmentId, serviceId })
  const isUsable =
    known !== undefined &&
    Date.now() - known.createdAt.getTime() < recentMs &&
    !['failed', 'cancelled', 'expired'].includes(known.status)
  if (isUsable) return known.id
  const about = { environmentId, serviceId, kind: 'manual', createdBy: null } as const
  const { backupId: id } = await startBackup(tx, organizationId, about)
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  await publishBackupUpdated(tx, organizationId, [
    { id, environmentId, projectId: state?.projectId ?? null, action: 'created' },
  ])
  return id
}
