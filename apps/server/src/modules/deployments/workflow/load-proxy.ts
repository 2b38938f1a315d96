/** Brings the newest hostnames to a server's proxy. Nothing to do for most deployments: they seldom change. */
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { DeploymentRecords } from './deploy-ports.ts'

export interface ProxyPlace {
  readonly organizationId: OrganizationId
  readonly serverId: Id<'srv'>
  readonly runtime: Pick<Runtime, 'loadConfiguration' | 'readProxy'>
  /** A server without a proxy stays without one. */
  readonly onlyIfRunning?: boolean
}

export async function loadProxy(
  records: Pick<DeploymentRecords, 'proxyConfiguration' | 'markProxyLoaded'>,
  context: Pick<StepContext<never>, 'signal' | 'write'>,
  { organizationId, serverId, runtime, onlyIfRunning = false }: ProxyPlace,
): Promise<void> {
  const { signal } = context
  const configuration = await records.proxyConfiguration(organizationId, serverId)
  if (configuration === null) return
  if (onlyIfRunning && !(await runtime.readProxy({ signal })).isRunning) return
  const loaded = await runtime.loadConfiguration(configuration, { signal }).catch((error: unknown) => {
    // Somebody loaded a newer one at the same time, and what is newer was compiled from our rows too.
    if (!(error instanceof RuntimeError) || error.code !== 'stale_fence') throw error
    return null
  })
  if (loaded === null) return
  const { version } = configuration
  await context.write((tx) => records.markProxyLoaded(tx, organizationId, serverId, { ...loaded, version }))
}
