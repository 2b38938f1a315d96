/** Brings an environment back from the trash, and purges it. */
import { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import { reloadEnvironmentProxies } from '../../domains/index.ts'
import {
  countEnvironments,
  publishEnvironmentUpdated,
  removeEnvironment,
  startEnvironment,
} from '../../environments/index.ts'
import { requireQuota } from '../../organizations/index.ts'
import { restoreRows, subjectOf, type TrashHandler, type TrashRow } from '../../trash/index.ts'
import { followCronServices } from '../jobs/cron-schedules.action.ts'
import { readLiveRelease } from '../live-release.query.ts'

const Facts = z.object({
  slug: z.string(),
  backups: z.enum(['keep', 'delete']),
  /** Its server was already lost when it was deleted. */
  isForced: z.boolean(),
  isLive: z.boolean(),
  wasStopped: z.boolean(),
})

export const trashedEnvironments: TrashHandler = {
  async prepare(tx, organizationId, { facts }) {
    const count = () => countEnvironments(tx, organizationId)
    await requireQuota(tx, organizationId, { name: 'environments', count })
    const { slug, isLive } = Facts.parse(facts)
    const stopped = isLive ? { status: 'stopped', stopped_at: new Date().toISOString() } : { status: 'idle' }
    return { environments: { slug, deletion_requested_at: null, ...stopped } }
  },
  async restored(tx, organizationId, item) {
    const { isLive, wasStopped } = Facts.parse(item.facts)
    const id = subjectOf(item, 'env')
    await reloadEnvironmentProxies(tx, organizationId, id)
    if (!isLive) return
    const live = await readLiveRelease(tx, organizationId, id)
    await followCronServices(tx, organizationId, { environmentId: id, services: live?.services ?? [] })
    if (wasStopped) return
    await startRun(tx, { workflow: startEnvironment, key: id, input: { environmentId: id }, organizationId })
  },
  async announce(tx, organizationId, item) {
    if (item.project_id === null) return
    const change = { id: subjectOf(item, 'env'), projectId: item.project_id, action: 'restored' }
    await publishEnvironmentUpdated(tx, organizationId, change)
  },
  async purge(tx, organizationId, item, { isForced }) {
    await returnForRemoval(tx, item)
    const { backups, isForced: wasForced } = Facts.parse(item.facts)
    const id = subjectOf(item, 'env')
    const input = { environmentId: id, isForced: isForced || wasForced, backups, trashItemId: item.id }
    await startRun(tx, { workflow: removeEnvironment, key: id, input, organizationId })
    return 'started'
  },
}

/**
 * Others can serve its hostnames by now. Its server or storage location can be in the trash too: then its removal leaves
 * there what it can't reach.
 */
const without = ['routes', 'servers', 'backup_destinations', 'git_providers']

/** Its rows return as those of an environment that is being deleted. Others may have its name and hostnames by now. */
export async function returnForRemoval(tx: Tx, item: TrashRow): Promise<void> {
  const changes = {
    slug: `purge-${item.id.slice(-12)}`,
    status: 'deleting',
    deletion_requested_at: new Date().toISOString(),
  }
  await restoreRows(tx, { item, changes: { environments: changes }, without })
}
