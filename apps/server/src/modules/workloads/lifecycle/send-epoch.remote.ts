/**
 * Runs once per server after a restore of the control plane. The proxy gets the first fence of the new epoch for
 * everything that it serves, and keeps serving. After that it rejects workers of the previous control plane, even
 * where nothing is deployed for a long time. The fence is lower than those of all runs in the new epoch, so it blocks
 * none of them. Services keep their current volumes, because the rows can be older than a data restore and would bring
 * back old data.
 */
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import type { Database } from '../../../platform/database/database.ts'
import { currentEpoch, findOpenRestore, firstFenceOf } from '../../../platform/durable/epoch.ts'
import { decodeId } from '../../../platform/ids/type-id.ts'
import { labelNames, usedVolumes } from '../server-names.policy.ts'
import { adoptDataVolume } from '../service-data.repository.ts'
import type { SeenServer } from './compare-server.policy.ts'
import type { DueSweep } from './reconcile.system-repository.ts'
import { hasServerEpoch, saveServerEpoch } from './server-epochs.repository.ts'

export async function sendEpoch(
  database: Database,
  { organizationId, serverId }: DueSweep,
  on: { runtime: Pick<Runtime, 'switchRelease' | 'listContainers'>; proxy: SeenServer['proxy']; signal: AbortSignal },
): Promise<void> {
  const epoch = await currentEpoch(database.systemDb)
  if (epoch === 1 || on.proxy === null) return
  const server = { id: serverId, epoch }
  if (await database.tenant(organizationId, (tx) => hasServerEpoch(tx, organizationId, server))) return
  const fence = firstFenceOf(epoch)
  for (const [environment, { current }] of Object.entries(on.proxy)) {
    await on.runtime
      .switchRelease({ environment, release: current, expected: current, fence }, { signal: on.signal })
      .catch(unlessNewer)
  }
  await adoptVolumes(database, { organizationId, serverId }, on)
  await database.tenant(organizationId, (tx) => saveServerEpoch(tx, organizationId, server))
}

async function adoptVolumes(
  database: Database,
  { organizationId }: DueSweep,
  { runtime, signal }: { runtime: Pick<Runtime, 'listContainers'>; signal: AbortSignal },
): Promise<void> {
  const restore = await findOpenRestore(database.systemDb)
  if (restore === undefined) return
  const { restoredAt } = restore
  const found = await Promise.all(
    ['database', 'app'].map((role) => runtime.listContainers({ [labelNames.role]: role }, { signal })),
  )
  await database.tenant(organizationId, async (tx) => {
    for (const { labels, volumes = [] } of found.flat()) {
      const serviceId = decodeId('svc', labels[labelNames.serviceId] ?? '')
      if (serviceId === undefined) continue
      for (const used of usedVolumes(serviceId, volumes))
        await adoptDataVolume(tx, organizationId, { serviceId, ...used, restoredAt })
    }
  })
}

/** A run of this epoch was already here. */
function unlessNewer(error: unknown): void {
  if (!(error instanceof RuntimeError) || error.code !== 'stale_fence') throw error
}
