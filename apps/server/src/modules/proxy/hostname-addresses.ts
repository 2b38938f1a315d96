/** For checks of domains: where a hostname should lead. */
import { canonicalIpv6 } from '@longshore/addresses'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findServer, listServers, type ServerRow } from '../servers/index.ts'
import { listAttachedHostnames } from './attached-hostnames.ts'

const maxServers = 100

/** The addresses of the server that it is attached to; of an unattached one, those of every server. */
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

/** IPv6 in the one way of writing it that DNS answers have. */
function addressesOf(servers: readonly ServerRow[]): string[] {
  const all = servers.flatMap(({ facts }) => [facts?.publicAddresses.v4, facts?.publicAddresses.v6])
  return [...new Set(all.filter((address) => typeof address === 'string').map(canonical))]
}

function canonical(address: string): string {
  return address.includes(':') ? canonicalIpv6(address) : address
}
