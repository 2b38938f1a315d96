/**
 * Loads the newest hostnames into a server's proxy. Most deployments need nothing here, because hostnames rarely
 * change.
 */
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { WorkloadRecords } from '../workloads.context.ts'

const tries = 2

export interface ProxyPlace {
  readonly organizationId: OrganizationId
  readonly serverId: Id<'srv'>
  readonly runtime: Pick<Runtime, 'loadConfiguration' | 'readProxy'>
  /** Creates no proxy on a server without one. */
  readonly onlyIfRunning?: boolean
}

export async function loadProxy(
  records: Pick<WorkloadRecords, 'proxyConfiguration' | 'markProxyLoaded'>,
  context: Pick<StepContext<never>, 'signal' | 'write'>,
  { organizationId, serverId, runtime, onlyIfRunning = false }: ProxyPlace,
): Promise<void> {
  const { signal } = context
  for (let tried = 0; tried < tries; tried += 1) {
    const configuration = await records.proxyConfiguration(organizationId, serverId)
    if (configuration === null) return
    if (onlyIfRunning && !(await runtime.readProxy({ signal })).isRunning) return
    const loaded = await runtime.loadConfiguration(configuration, { signal }).catch(unlessNewer)
    if (loaded === null) continue
    const { version } = configuration
    await context.write((tx) => records.markProxyLoaded(tx, organizationId, serverId, { ...loaded, version }))
    return
  }
}

/** Another run loaded the same rows at the same time, or a newer release took over the proxy and loads it. */
function unlessNewer(error: unknown): null {
  if (!(error instanceof RuntimeError) || error.code !== 'stale_fence') throw error
  return null
}
