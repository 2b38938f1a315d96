/** Measures the volumes on a server, and saves their sizes for each environment. */

import { RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import type { Id } from '../../../platform/ids/brand.ts'
import { decodeId } from '../../../platform/ids/type-id.ts'
import type { EnvironmentWork } from '../environment-work.context.ts'
import type { DueSweep } from '../lifecycle/reconcile.system-repository.ts'
import { claimVolumeMeasurement } from '../lifecycle/sweep-times.repository.ts'
import { labelNames } from '../server-names.policy.ts'
import { hasUnmeasuredVolumes, saveVolumeSizes } from './observations.repository.ts'
import type { StoredVolume } from './observations.schemas.ts'

/** Docker reads every folder of a volume, so large ones can take longer than it is worth. */
const deadlineMs = 20_000
/** A server reports its volumes, and may lie. */
const maxVolumes = 500

/**
 * Does nothing if the server was measured within the last hour, or within the last minute while an environment waits for its first
 * measurement. Sizes are only shown, so a failure is not reported.
 */
export async function measureVolumes(
  { database, runtimes }: Pick<EnvironmentWork, 'database' | 'runtimes'>,
  { organizationId, serverId }: DueSweep,
  signal: AbortSignal,
): Promise<void> {
  const isDue = await database.tenant(organizationId, async (tx) => {
    const isEarly = await hasUnmeasuredVolumes(tx, organizationId, serverId)
    return await claimVolumeMeasurement(tx, organizationId, { serverId, isEarly })
  })
  if (!isDue) return
  const limited = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
  try {
    const found = await runtimes.use(
      organizationId,
      serverId,
      (runtime) => runtime.measureVolumes({ signal: limited }),
      limited,
    )
    const environments = [...groupByEnvironment(found)].map(([id, volumes]) => ({ id, volumes }))
    await database.tenant(organizationId, (tx) => saveVolumeSizes(tx, organizationId, { serverId, environments }))
  } catch (error) {
    signal.throwIfAborted()
    if (!limited.aborted && !(error instanceof RemoteError) && !(error instanceof RuntimeError)) throw error
  }
}

export function groupByEnvironment(
  found: readonly { name: string; labels: Readonly<Record<string, string>>; sizeBytes: number }[],
): Map<Id<'env'>, StoredVolume[]> {
  const grouped = new Map<Id<'env'>, StoredVolume[]>()
  for (const { name, labels, sizeBytes } of found) {
    const id = decodeId('env', labels[labelNames.environment] ?? '')
    if (id === undefined || sizeBytes < 0) continue
    const known = grouped.get(id) ?? []
    if (known.length < maxVolumes) grouped.set(id, [...known, { name: name.slice(0, 200), sizeBytes }])
  }
  return grouped
}
