/**
 * Removes backups that the retention rules don't keep: the object first, then the row is marked. A run that crashes in
 * between finds the row again, and removing a missing object isn't an error. A locked backup waits for the first run
 * after its lock ended.
 */
import { z } from 'zod'
import { dayMs } from '../../../../platform/clock/clock.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { type StepContext, step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { ObjectStore } from '../../../../platform/objects/object-store.ts'
import { findEnvironmentState } from '../../../environments/index.ts'
import { readTrashSettings } from '../../../trash/index.ts'
import { publishBackupUpdated } from '../../archives/backups.events.ts'
import { environmentLock } from '../../archives/backups.references.ts'
import { updateBackup } from '../../archives/backups.repository.ts'
import { clearBackup } from '../../archives/workflow/backup.context.ts'
import type { BackupTools } from '../../archives/workflow/backup-tools.context.ts'
import { findBackupConfig } from '../backup-configs.repository.ts'
import { type KeptBackup, listKeptBackups, listUnlockedLeftovers, markExpired } from '../kept-backups.repository.ts'
import { backupsToExpire, effectiveRetention } from '../retention.policy.ts'
import { expireBackups, type PlanSubject } from '../schedules.references.ts'
import { placeOf } from './backup-schedule.workflow.ts'

type Context = StepContext<PlanSubject>
type ExpiryTools = Pick<BackupTools, 'database' | 'openStore'>

const removeWithinMs = 30 * 60_000
/** The next run removes the rest. */
const atMost = 500
/** Organizations that keep their trash for months needn't keep as many backups. */
const maxDailyDays = 7

export function createExpireBackups(tools: ExpiryTools): Workflow<PlanSubject> {
  const remove = step<PlanSubject, { expired: number }>({
    name: 'remove-expired',
    output: z.object({ expired: z.number() }),
    deadlineMs: removeWithinMs,
    run: async (context) => ({ expired: await removeAll(tools, context) }),
  })
  return workflow(expireBackups, [remove], {
    // The lock keeps a backup in place while a restore reads it.
    locks: ({ environmentId }) => [environmentLock(environmentId, 'shared')],
  })
}

async function removeAll(tools: ExpiryTools, context: Context): Promise<number> {
  const { organizationId, environmentId } = placeOf(context.run)
  const { signal } = context
  const stores = new Map<Id<'bds'>, ObjectStore>()
  const openOnce = async (id: Id<'bds'>) => {
    const store = stores.get(id) ?? (await tools.openStore(organizationId, id))
    stores.set(id, store)
    return store
  }
  let expired = 0
  for (const backup of (await listExpiring(tools.database, context)).slice(0, atMost)) {
    const { destinationId, objectKey } = backup
    if (destinationId !== null && objectKey !== null) {
      const store = await openOnce(destinationId)
      if (!(await removeObjects(store, { ...backup, objectKey }, signal))) continue
    }
    await expire(context, backup)
    expired += 1
  }
  const leftovers = await tools.database.tenant(organizationId, (tx) =>
    listUnlockedLeftovers(tx, organizationId, environmentId),
  )
  for (const leftover of leftovers.slice(0, atMost)) {
    const { id, destinationId } = leftover
    if ((await clearBackup(await openOnce(destinationId), leftover, { signal })) !== null) continue
    await context.write((tx) => updateBackup(tx, organizationId, { id, objectKey: null, lock: null }))
  }
  return expired
}

async function listExpiring(database: Database, context: Context): Promise<KeptBackup[]> {
  const { organizationId, environmentId } = placeOf(context.run)
  return await database.tenant(organizationId, async (tx) => {
    const config = await findBackupConfig(tx, organizationId, environmentId)
    // While backups are off, nothing is removed, because nothing new arrives either.
    if (config?.enabled !== true) return []
    const retention = {
      keepLast: config.keep_last,
      keepDaily: config.keep_daily,
      keepWeekly: config.keep_weekly,
      keepMonthly: config.keep_monthly,
    }
    const kept = await listKeptBackups(tx, organizationId, environmentId)
    const now = new Date()
    const counted = effectiveRetention(retention, config.kept_longer, now)
    const { retentionDays } = await readTrashSettings(tx, organizationId)
    const dailySince = new Date(now.getTime() - Math.min(retentionDays, maxDailyDays) * dayMs)
    const expiring = backupsToExpire(kept, counted, { timezone: config.timezone, dailySince })
    return expiring.filter(({ isLocked }) => !isLocked)
  })
}

/**
 * The archive is removed first, because the manifest is useless without it. Returns false if the store still locks it:
 * its clock can be behind, and a lock can be extended at the provider.
 */
async function removeObjects(
  store: ObjectStore,
  { objectKey, lockedUntil }: { objectKey: string; lockedUntil: Date | null },
  signal: AbortSignal,
): Promise<boolean> {
  if (lockedUntil !== null) return (await clearBackup(store, { objectKey, lockedUntil }, { signal })) === null
  await store.remove(objectKey, { signal })
  await store.remove(`${objectKey}.manifest.json`, { signal })
  return true
}

async function expire(context: Context, { id }: KeptBackup): Promise<void> {
  const { organizationId, environmentId } = placeOf(context.run)
  await context.write(async (tx) => {
    const state = await findEnvironmentState(tx, organizationId, environmentId)
    if (!(await markExpired(tx, organizationId, id)) || state === undefined) return
    await publishBackupUpdated(tx, organizationId, [
      { id, environmentId, projectId: state.projectId, action: 'expired' },
    ])
  })
}
