/** Gives changed hostnames to the proxies that serve them. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { EnvironmentRow } from '../../environments/index.ts'
import { environmentsOf } from './attached-hostnames.query.ts'
import { serversOf } from './environment-servers.policy.ts'
import { loadProxy } from './proxy.references.ts'
import { listDomainRoutes } from './routes.repository.ts'
import { requestConfiguration } from './server-proxies.repository.ts'

/** Call it in the transaction that changed the rows: the proxies of the environment's servers get the new state. */
export async function reloadProxies(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, domainId }: { environment: Pick<EnvironmentRow, 'server_id' | 'live_server_id'>; domainId: Id<'dom'> },
): Promise<void> {
  for (const serverId of serversOf(environment)) {
    await requestConfiguration(tx, organizationId, serverId)
    await startRun(tx, { workflow: loadProxy, key: serverId, input: { serverId, domainId }, organizationId })
  }
}

/** Informs the proxies that serve a domain about its change. */
export async function touchHostname(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<void> {
  const routes = await listDomainRoutes(tx, organizationId, [hostname])
  const environments = await environmentsOf(tx, organizationId, routes)
  for (const { domainId, environmentId } of routes) {
    const environment = environments.get(environmentId)
    if (environment !== undefined && domainId !== null)
      await reloadProxies(tx, organizationId, { environment, domainId })
  }
}
