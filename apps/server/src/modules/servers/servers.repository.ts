/** Servers of an organization. A row includes its current key and its last check. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Servers } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { StoredAllowances } from './server-allowances.schemas.ts'
import type { ServerFacts, ServerProblem, ServerStatus, StoredHostKey } from './servers.schemas.ts'

type Columns = Selectable<Servers>

export type ServerRow = Omit<
  Columns,
  | 'id'
  | 'organization_id'
  | 'jump_server_id'
  | 'status'
  | 'problem'
  | 'host_keys'
  | 'offered_host_keys'
  | 'facts'
  | 'allowances'
> & {
  id: Id<'srv'>
  organization_id: OrganizationId
  jump_server_id: Id<'srv'> | null
  status: ServerStatus
  problem: ServerProblem | null
  host_keys: StoredHostKey[]
  offered_host_keys: StoredHostKey[] | null
  facts: ServerFacts | null
  /** Null allows nothing. */
  allowances: StoredAllowances | null
  public_key: string
  has_generated_key: boolean
  last_seen_at: Date | null
  misses: number
}

export interface NewServer {
  id: Id<'srv'>
  name: string
  host: string
  port: number
  username: string
  jumpServerId: Id<'srv'> | null
  baseDomain: string | null
  expectedFingerprint: string | null
}

/** Returns false if the organization already has a server at this address. */
export async function insertServer(tx: Tx, organizationId: OrganizationId, server: NewServer): Promise<boolean> {
  const row = await tx
    .insertInto('servers')
    .values({
      id: server.id,
      organization_id: organizationId,
      name: server.name,
      host: server.host,
      port: server.port,
      username: server.username,
      jump_server_id: server.jumpServerId,
      base_domain: server.baseDomain,
      expected_fingerprint: server.expectedFingerprint,
      status: 'connecting',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await tx.insertInto('server_checks').values({ server_id: server.id, organization_id: organizationId }).execute()
  return true
}

export async function findServer(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'srv'>,
): Promise<ServerRow | undefined> {
  return await selectServers(tx, organizationId).where('servers.id', '=', id).executeTakeFirst()
}

/** Serializes changes to a server. */
export async function lockServer(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'srv'>,
): Promise<ServerRow | undefined> {
  return await selectServers(tx, organizationId)
    .where('servers.id', '=', id)
    .forNoKeyUpdate(['servers', 'server_checks'])
    .executeTakeFirst()
}

export async function listServers(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number; status: ServerStatus | undefined; q: string | undefined },
): Promise<ServerRow[]> {
  let query = selectServers(tx, organizationId)
  if (page.status !== undefined) query = query.where('servers.status', '=', page.status)
  if (page.q !== undefined) {
    const part = `%${page.q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((where) =>
      where.or([where('servers.name', 'ilike', part), where('servers.host', 'ilike', part)]),
    )
  }
  const rows = await query.$call(newestFirst(page, 'servers.id')).execute()
  return rows
}

export async function countServers(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('servers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

const maxServers = 10_000

/** Includes those that are being deleted. */
export async function listAllServers(tx: Tx, organizationId: OrganizationId): Promise<ServerRow[]> {
  const rows = await selectServers(tx, organizationId).orderBy('servers.id').limit(maxServers).execute()
  return rows
}

/** Returns false if it is already being deleted. */
export async function markServerDeleted(tx: Tx, organizationId: OrganizationId, id: Id<'srv'>): Promise<boolean> {
  const row = await tx
    .updateTable('servers')
    .set({ deletion_requested_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deletion_requested_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ServerChange {
  name?: string
  host?: string
  port?: number
  username?: string
  jump_server_id?: Id<'srv'> | null
  base_domain?: string | null
  build_slots?: number
  build_memory_bytes?: number | null
  build_cpus?: number | null
  build_cache_bytes?: number | null
  deletion_requested_at?: Date
}

/** Stores a user's change and increases the version; what the worker finds out doesn't. */
export async function updateServer(
  tx: Tx,
  organizationId: OrganizationId,
  { id, ...change }: ServerChange & { id: Id<'srv'> },
): Promise<boolean> {
  const row = await tx
    .updateTable('servers')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function saveAllowances(
  tx: Tx,
  organizationId: OrganizationId,
  { id, allowances }: { id: Id<'srv'>; allowances: StoredAllowances | null },
): Promise<void> {
  await tx
    .updateTable('servers')
    .set({
      allowances: allowances === null ? null : JSON.stringify(allowances),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function hasServerAt(
  tx: Tx,
  organizationId: OrganizationId,
  address: { host: string; port: number; except: Id<'srv'> },
): Promise<boolean> {
  const row = await tx
    .selectFrom('servers')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('host', '=', address.host)
    .where('port', '=', address.port)
    .where('id', '<>', address.except)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteServer(tx: Tx, organizationId: OrganizationId, id: Id<'srv'>): Promise<boolean> {
  const row = await tx
    .deleteFrom('servers')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function selectServers(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('servers')
    .innerJoin('server_checks', 'server_checks.server_id', 'servers.id')
    .innerJoin('server_keys', (join) =>
      join.onRef('server_keys.server_id', '=', 'servers.id').on('server_keys.state', '=', 'current'),
    )
    .selectAll('servers')
    .select([
      'server_checks.last_seen_at',
      'server_checks.misses',
      'server_keys.public_key',
      'server_keys.is_generated as has_generated_key',
    ])
    .where('servers.organization_id', '=', organizationId)
    .$narrowType<Narrow>()
}

interface Narrow {
  status: ServerStatus
  problem: ServerProblem | null
  host_keys: StoredHostKey[]
  offered_host_keys: StoredHostKey[] | null
  facts: ServerFacts | null
  allowances: StoredAllowances | null
}
