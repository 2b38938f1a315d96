/** For checks of domains: where a hostname should lead, and how the proxy there hears that something about it has changed. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { planLook } from '../certificates/worker.ts'
import { findEnvironment } from '../environments/index.ts'
import { findServer, listServers, type ServerRow } from '../servers/index.ts'
import { listAttachedHostnames } from './routes.repository.ts'
import { wantNewConfiguration } from './server-proxies.repository.ts'

const maxServers = 100

/** The addresses of the server that it is attached to; of an unattached one, those of every server. */
export async function readHostnamePlace(
  tx: Tx,
  organizationId: OrganizationId,
  hostname: string,
): Promise<{ addresses: string[]; isAttached: boolean }> {
  const server = await findServerOf(tx, organizationId, hostname)
  if (server !== undefined) return { addresses: addressesOf([server]), isAttached: true }
  const page = { before: undefined, limit: maxServers, status: undefined, q: undefined }
  return { addresses: addressesOf(await listServers(tx, organizationId, page)), isAttached: false }
}

export async function touchHostname(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<void> {
  const server = await findServerOf(tx, organizationId, hostname)
  if (server === undefined) return
  await wantNewConfiguration(tx, organizationId, server.id)
  // What is looked at is also loaded.
  await planLook(tx, organizationId, { serverId: server.id, inMs: 0 })
}

async function findServerOf(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<ServerRow | undefined> {
  const [attached] = await listAttachedHostnames(tx, organizationId, [hostname])
  if (attached === undefined) return undefined
  const environment = await findEnvironment(tx, organizationId, attached.environmentId)
  const serverId = environment?.live_server_id ?? environment?.server_id ?? null
  return serverId === null ? undefined : await findServer(tx, organizationId, serverId)
}

/** IPv6 in the one way of writing it that DNS answers have. */
function addressesOf(servers: readonly ServerRow[]): string[] {
  const all = servers.flatMap(({ facts }) => [facts?.publicAddresses.v4, facts?.publicAddresses.v6])
  return [...new Set(all.filter((address) => typeof address === 'string').map(canonical))]
}

function canonical(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address
}
