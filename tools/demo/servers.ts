/**
 * Servers that don't exist, as rows. Their next checks are so far in the future that the worker doesn't try to reach
 * them.
 */
import { createHash } from 'node:crypto'
import { type DemoServer, servers } from './catalog.ts'
import type { Base } from './demo.ts'
import { hoursBefore, pastId } from './past-id.ts'

const daysBetween = 40
/** The longest time between two comparisons of a server with the database; half of it is a safe time until the next one. */
export const sweepSeconds = 3_600

/** There is nothing to compare with: while this is called, no environment shows a difference. */
export async function postponeSweeps({ db, organizationId }: Pick<Base, 'db' | 'organizationId'>): Promise<void> {
  await db.query(
    `update server_checks set next_sweep_at = now() + $2::int * interval '1 second', last_seen_at = now() where organization_id = $1`,
    [organizationId, sweepSeconds / 2],
  )
}

/** Returns ids by name. */
export async function addServers(base: Base): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const [index, server] of servers.entries()) {
    const since = hoursBefore(base.now, (servers.length - index) * daysBetween * 24)
    ids.set(server.name, await addServer(base, server, since))
  }
  return ids
}

async function addServer({ db, organizationId, now }: Base, server: DemoServer, since: Date): Promise<string> {
  const id = pastId(since)
  const fingerprint = `SHA256:${createHash('sha256').update(server.host).digest('base64').replace('=', '')}`
  const hostKey = { type: 'ssh-ed25519', key: 'AAAA', fingerprint, pinnedAt: since.toISOString() }
  await db.query(
    `insert into servers (id, organization_id, name, host, port, username, status, connected_at, host_keys, facts, facts_at,
       proxy_status, proxy_version, created_at)
     values ($1, $2, $3, $4, 22, 'root', 'ready', $5, $6, $7, $8, 'running', '2.10.2', $5)`,
    [
      id,
      organizationId,
      server.name,
      server.host,
      since,
      JSON.stringify([hostKey]),
      JSON.stringify(factsOf(server)),
      now,
    ],
  )
  const never = new Date(now.getTime() + 365 * 86_400_000)
  await db.query(
    `insert into server_checks (server_id, organization_id, next_check_at, next_alert_at, next_sweep_at, next_sample_at, last_seen_at)
     values ($1, $2, $3, $3, $3, $3, $4)`,
    [id, organizationId, never, now],
  )
  await postponeSweeps({ db, organizationId })
  await db.query(
    `insert into server_keys (id, organization_id, server_id, state, is_generated, public_key, sealed_private_key)
     values (gen_random_uuid(), $1, $2, 'current', true, 'ssh-ed25519 AAAA', 'sealed')`,
    [organizationId, id],
  )
  await db.query(
    `insert into server_proxies (server_id, organization_id, wanted_version, loaded_version, loaded_at) values ($1, $2, 1, 1, $3)`,
    [id, organizationId, now],
  )
  return id
}

function factsOf({ host, cpus, memoryBytes, diskBytes, disk }: DemoServer) {
  return {
    os: {
      id: 'debian',
      version: '12',
      name: 'Debian GNU/Linux 12 (bookworm)',
      kernel: '6.1.0-41-amd64',
      architecture: 'amd64',
      sudo: 'root',
      rebootRequired: false,
      clockSkewMs: 12,
    },
    docker: { version: '28.5.1', apiVersion: '1.51', storageDriver: 'overlay2', rootless: false },
    publicAddresses: { v4: host, v6: null },
    resources: { cpus, memoryBytes, swapBytes: 0, diskBytes, diskFreeBytes: Math.round(diskBytes * (1 - disk)) },
  }
}
