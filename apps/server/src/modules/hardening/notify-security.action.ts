/** Notifications about a server's security. Call them before publishing events. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { publishNotice } from '../notices/index.ts'
import { findServer } from '../servers/index.ts'
import type { HardeningRunRow } from './hardening-runs.repository.ts'
import type { SecurityCheck } from './security.schemas.ts'

export async function notifyHardened(tx: Tx, organizationId: OrganizationId, row: HardeningRunRow): Promise<void> {
  const server = await nameServer(tx, organizationId, row.server_id)
  if (server === undefined) return
  await publishNotice(tx, organizationId, {
    payload: { event: 'server_hardened', server, runId: encodeId('hrd', row.id), changes: row.changes.length },
    causeKey: `server_hardened:${row.id}`,
  })
}

export async function notifyDrifted(
  tx: Tx,
  organizationId: OrganizationId,
  scan: { serverId: Id<'srv'>; scanId: Id<'scn'>; drifted: readonly string[]; checks: readonly SecurityCheck[] },
): Promise<void> {
  const server = await nameServer(tx, organizationId, scan.serverId)
  if (server === undefined) return
  const titles = new Map(scan.checks.map(({ id, title }) => [id, title]))
  await publishNotice(tx, organizationId, {
    payload: { event: 'server_drifted', server, findings: scan.drifted.map((id) => titles.get(id) ?? id) },
    causeKey: `server_drifted:${scan.scanId}`,
  })
}

async function nameServer(tx: Tx, organizationId: OrganizationId, id: Id<'srv'>) {
  const row = await findServer(tx, organizationId, id)
  return row === undefined ? undefined : { id: encodeId('srv', id), name: row.name, host: row.host }
}
