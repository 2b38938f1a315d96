/**
 * Removes backups that the retention rules don't keep: the object first, then the row is marked. A run that crashes in
 * between finds the row again, and removing a missing object isn't an error.
 */
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.ts'
import { type StepContext, step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { ObjectStore } from '../../../../platform/objects/object-store.ts'
import { findEnvironmentState } from '../../../environments/index.ts'
import { publishBackupUpdated } from '../../archives/backups.events.ts'
import { environmentLock } from '../../archives/backups.references.ts'
import { findBackupConfig } from '../backup-configs.repository.ts'
import { type KeptBackup, listKeptBackups, markExpired } from '../kept-backups.repository.ts'
import { openStore, type StoreTools } from '../open-store.remote.ts'
import { backupsToExpire } from '../retention.policy.ts'
import { expireBackups, type PlanSubject } from '../schedules.references.ts'
import { placeOf } from './backup-schedule.workflow.ts'

type Context = StepContext<PlanSubject>

const removeWithinMs = 30 * 60_000
/** The next run removes the rest. */
const atMost = 500

export function createExpireBackups(tools: StoreTools): Workflow<PlanSubject> {
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

async function removeAll(tools: StoreTools, context: Context): Promise<number> {
  const { organizationId } = placeOf(context.run)
  const stores = new Map<Id<'bds'>, ObjectStore>()
  const going = (await listExpiring(tools.database, context)).slice(0, atMost)
  for (const backup of going) {
    const { destinationId, objectKey } = backup
    if (destinationId !== null && objectKey !== null) {
      const store = stores.get(destinationId) ?? (await openStore(tools, organizationId, destinationId))
      stores.set(destinationId, store)
      await removeObjects(store, objectKey, context.signal)
    }
    await expire(context, backup)
  }
  return going.length
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
    return backupsToExpire(kept, retention, config.timezone)
  })
}

/** The archive is removed first, because the manifest is useless without it. */
async function removeObjects(store: ObjectStore, objectKey: string, signal: AbortSignal): Promise<void> {
  await store.remove(objectKey, { signal })
  await store.remove(`${objectKey}.manifest.json`, { signal })
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
