/** DNS records that must change when an environment moves to another server. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { ServerRow } from '../../servers/index.ts'
import { listRoutesOfEnvironments } from './routes.repository.ts'

export interface DnsChange {
  hostname: string
  /** IP addresses of the previous server. */
  from: string[]
  to: string[]
}

/** Automatic hostnames contain the IP address, or belong to a server's own domain, so they need no change. */
export async function listDnsChanges(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, from, to }: { environmentId: Id<'env'>; from: ServerRow; to: ServerRow | null },
): Promise<DnsChange[]> {
  const routes = await listRoutesOfEnvironments(tx, organizationId, [environmentId])
  const hostnames = routes.filter(({ origin }) => origin === 'domain').map(({ hostname }) => hostname)
  return [...new Set(hostnames)]
    .sort()
    .map((hostname) => ({ hostname, from: addressesOf(from), to: to === null ? [] : addressesOf(to) }))
}

function addressesOf({ facts }: ServerRow): string[] {
  const { v4 = null, v6 = null } = facts?.publicAddresses ?? {}
  return [v4, v6].filter((address) => address !== null)
}
