import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

/** Names of servers that were connected before and didn't respond last. */
export async function listUnreachableServers(tx: Tx, organizationId: OrganizationId): Promise<string[]> {
  const rows = await tx
    .selectFrom('servers')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('connected_at', 'is not', null)
    .where('status', 'in', ['unreachable', 'host_key_changed'])
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map((row) => row.name)
}

/** Names of the servers that are reached through this one. */
export async function listServersBehind(tx: Tx, organizationId: OrganizationId, id: Id<'srv'>): Promise<string[]> {
  const rows = await tx
    .selectFrom('servers')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('jump_server_id', '=', id)
    .where('deletion_requested_at', 'is', null)
    .limit(10)
    .execute()
  return rows.map((row) => row.name)
}

export async function findServerNames(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'srv'>[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('servers')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
