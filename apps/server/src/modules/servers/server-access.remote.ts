/**
 * The worker's access to a server: loads the row, opens the sealed key when it connects, and uses the process's
 * connection pool. A connection belongs to a generation of the server: when address, user, key or pins change, the next
 * use opens a new one, in every worker, and the old one is dropped.
 */
import type { LoginKey, ServerConnection, ServerPool, ServerTarget } from '@longshore/remote/ssh'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { serverPassphrase, serverPrivateKey } from './server-keys.crypto.ts'
import { listServerKeys, type ServerKeyRow, type ServerKeyState } from './server-keys.repository.ts'
import { findServer, type ServerRow } from './servers.repository.ts'

export interface AccessOptions {
  /** Deadline for connecting, if necessary. What runs over the connection has its own deadlines. */
  deadlineMs: number
  signal?: AbortSignal
}

export interface ServerAccess {
  /** Uses the server's pooled connection, which stays open during `work`. */
  use<Result>(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    work: (connection: ServerConnection) => Promise<Result>,
    options: AccessOptions,
  ): Promise<Result>
  /** Opens a new login next to the pooled one, as proof that login works now. The caller disposes of it. */
  open(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    options: AccessOptions & { key?: ServerKeyState },
  ): Promise<ServerConnection>
  /** Closes the pooled connection of this process. */
  drop(serverId: Id<'srv'>): Promise<void>
  /** Returns how to reach the server, for step-by-step connection tests. */
  find(organizationId: OrganizationId, serverId: Id<'srv'>): Promise<ServerTarget>
}

export function createServerAccess(options: {
  database: Database
  unsealer: Unsealer
  pool: ServerPool
}): ServerAccess {
  const { database, unsealer, pool } = options
  const generations = new Map<string, string>()
  const load = async (organizationId: OrganizationId, serverId: Id<'srv'>, state: ServerKeyState = 'current') => {
    const found = await database.tenant(organizationId, (tx) => loadServer(tx, organizationId, serverId))
    return toTarget(found, { state, unsealer })
  }
  const drop = async (serverId: Id<'srv'>) => {
    const known = generations.get(serverId)
    generations.delete(serverId)
    if (known !== undefined) await pool.drop(known)
  }
  return {
    drop,
    find: (organizationId, serverId) => load(organizationId, serverId),
    async use(organizationId, serverId, work, { deadlineMs, signal }) {
      const target = await load(organizationId, serverId)
      const known = generations.get(serverId)
      if (known !== undefined && known !== target.id) await pool.drop(known)
      generations.set(serverId, target.id)
      return await pool.use(target, work, { deadlineMs, ...(signal === undefined ? {} : { signal }) })
    },
    async open(organizationId, serverId, { deadlineMs, signal, key }) {
      const target = await load(organizationId, serverId, key)
      return await pool.open(target, { deadlineMs, ...(signal === undefined ? {} : { signal }) })
    },
  }
}

interface LoadedServer {
  row: ServerRow
  keys: ServerKeyRow[]
  jump: LoadedServer | null
}

async function loadServer(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<LoadedServer> {
  const row = await findServer(tx, organizationId, serverId)
  if (row === undefined) throw new PermanentError('not_found', 'The server was deleted in the meantime.')
  const keys = await listServerKeys(tx, organizationId, serverId)
  // Longshore supports one hop: a jump server has no jump server itself.
  const jumpId = row.jump_server_id
  const jump = jumpId === null ? null : await loadServer(tx, organizationId, jumpId)
  return { row, keys, jump }
}

function toTarget(
  { row, keys, jump }: LoadedServer,
  { state, unsealer }: { state: ServerKeyState; unsealer: Unsealer },
): ServerTarget {
  const key = keys.find((each) => each.state === state)
  if (key === undefined) throw new PermanentError('key_missing', `The server has no ${state} key.`)
  return {
    id: `${row.id}.${row.generation}`,
    host: row.host,
    port: row.port,
    username: row.username,
    hostKeys: row.host_keys.map(({ type, key: text }) => ({ type, key: text })),
    loadKey: () => openKey(key, unsealer),
    ...(jump === null ? {} : { jump: toTarget(jump, { state: 'current', unsealer }) }),
  }
}

async function openKey(key: ServerKeyRow, unsealer: Unsealer): Promise<LoginKey> {
  const privateKey = await unsealer.unseal(
    contextOf(serverPrivateKey, key.id, key.organization_id),
    key.sealed_private_key,
  )
  if (key.sealed_passphrase === null) return { privateKey: privateKey.reveal() }
  const passphrase = await unsealer.unseal(
    contextOf(serverPassphrase, key.id, key.organization_id),
    key.sealed_passphrase,
  )
  return { privateKey: privateKey.reveal(), passphrase: passphrase.reveal() }
}
