/** Makes a backup before a change that can't be undone, and waits for it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { listHeldRuns } from '../../../platform/durable/runs.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { findEnvironmentState } from '../../environments/index.ts'
import type { BackUpFirst } from '../../workloads/worker.ts'
import { publishBackupUpdated } from '../archives/backups.events.ts'
import { findBackup } from '../archives/backups.repository.ts'
import { startBackup } from '../archives/start-backup.action.ts'
import { findBackupConfig } from './backup-configs.repository.ts'
import { findNewestBackup, readBackupEnd } from './kept-backups.repository.ts'

const pauseMs = 1_000
/** A backup this recent is reused, for example one that a person just made. */
const recentMs = 30 * 60_000

type Subject = Omit<Parameters<BackUpFirst>[0], 'organizationId'>

const remedy = "Check the environment's backups to see why, fix the problem, and deploy again."

export function createBackUpFirst({ database }: { database: Database }): BackUpFirst {
  return async ({ organizationId, ...subject }, signal) => {
    const { name } = subject
    const backupId = await database.tenant(organizationId, (tx) => ensureBackup(tx, organizationId, subject))
    for (;;) {
      const end = await database.tenant(organizationId, (tx) => readBackupEnd(tx, organizationId, backupId))
      if (end?.status === 'succeeded') return { backupId, startedAt: end.startedAt }
      if (end === undefined || end.isFinished)
        throw new PermanentError('backup_before_change_failed', `The backup of ${name} failed.`, {
          hint: remedy,
        })
      await delay(pauseMs, undefined, { signal })
    }
  }
}

async function ensureBackup(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serviceId, name, heldBy, isFresh = false }: Subject,
): Promise<Id<'bkp'>> {
  const config = await findBackupConfig(tx, organizationId, environmentId)
  if (config === undefined)
    throw new PermanentError('backup_before_change_failed', `${name} has no storage location for its backup.`, {
      hint: 'Set up backups for the environment (PATCH …/backups/config), and deploy again.',
    })
  const usable = await findUsable(tx, organizationId, { environmentId, serviceId, heldBy, isFresh })
  if (usable !== undefined) return usable
  const about = { environmentId, serviceId, kind: 'manual', createdBy: null, heldBy } as const
  const { backupId: id } = await startBackup(tx, organizationId, about)
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  await publishBackupUpdated(tx, organizationId, [
    { id, environmentId, projectId: state?.projectId ?? null, action: 'created' },
  ])
  return id
}

/**
 * Finds a finished backup, or the one that this run started before its worker crashed. Waiting for any other backup
 * could take forever.
 */
async function findUsable(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serviceId, heldBy, isFresh }: Omit<Subject, 'name'>,
): Promise<Id<'bkp'> | undefined> {
  const newest = await findNewestBackup(tx, organizationId, { environmentId, serviceId })
  const isRecent = newest !== undefined && Date.now() - newest.createdAt.getTime() < recentMs
  if (isFresh !== true && isRecent && newest.status === 'succeeded') return newest.id
  for (const runId of await listHeldRuns(tx, organizationId, heldBy)) {
    const own = await findBackup(tx, organizationId, { id: brandId<'bkp'>(runId), environmentId })
    if (own?.service_id === serviceId && !['failed', 'cancelled', 'expired'].includes(own.status)) return own.id
  }
  return undefined
}
