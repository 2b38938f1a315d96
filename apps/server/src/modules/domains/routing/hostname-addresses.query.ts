/** Expected IP addresses of a hostname, for domain checks. */
import { canonicalIpv6 } from '@longshore/addresses'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findServer, listServers, type ServerRow } from '../../servers/index.ts'
import { listAttachedHostnames } from './attached-hostnames.query.ts'

const maxServers = 100

/** Returns the IP addresses of its server; for an unattached hostname, those of every server. */
export async function readHostnameAddresses(
  tx: Tx,
  organizationId: OrganizationId,
  hostname: string,
): Promise<{ addresses: string[]; isAttached: boolean; environmentId: Id<'env'> | null }> {
  const [attached] = await listAttachedHostnames(tx, organizationId, [hostname])
  const { serverId = null, environmentId = null } = attached ?? {}
  const server = serverId === null ? undefined : await findServer(tx, organizationId, serverId)
  if (server !== undefined) return { addresses: addressesOf([server]), isAttached: true, environmentId }
  const page = { before: undefined, limit: maxServers, status: undefined, q: undefined }
  return { addresses: addressesOf(await listServers(tx, organizationId, page)), isAttached: false, environmentId }
}

/** Normalizes IPv6 to the form in DNS responses. */
function addressesOf(servers: readonly ServerRow[]): string[] {
  const all = servers.flatMap(({ facts }) => [facts?.publicAddresses.v4, facts?.publicAddresses.v6])
  return [...new Set(all.filter((address) => typeof address === 'string').map(canonical))]
}

function canonical(address: string): string {
  return address.includes(':') ? canonicalIpv6(address) : address
}
