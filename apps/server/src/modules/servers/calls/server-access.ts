/**
 * The worker's way to a server: loads the row, opens the sealed key when a connection is made, and goes through the one
 * pool of this process. A connection belongs to a generation of the server: when address, user, key or pins change, the
 * next use makes a new one, in every worker, and the old one is dropped.
 */
import type { LoginKey, ServerConnection, ServerPool, ServerTarget } from '@longshore/remote/ssh'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { listServerKeys, type ServerKeyRow, type ServerKeyState } from '../server-keys.repository.ts'
import { serverPassphrase, serverPrivateKey } from '../server-keys.ts'
import { findServer, type ServerRow } from '../servers.repository.ts'

export interface AccessOptions {
  /** Of the connection, when one must be made. What runs over it has deadlines of its own. */
  deadlineMs: number
  signal?: AbortSignal
}

export interface ServerAccess {
  /** The server's pooled connection; it stays open while `work` uses it. */
  use<Result>(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    work: (connection: ServerConnection) => Promise<Result>,
    options: AccessOptions,
  ): Promise<Result>
  /** A login of its own, beside the pooled one: proof that logging in works now. The caller disposes of it. */
  open(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    options: AccessOptions & { key?: ServerKeyState },
  ): Promise<ServerConnection>
  /** Ends the pooled connection of this process. */
  drop(serverId: Id<'srv'>): Promise<void>
  /** How the server is reached, for whoever goes there step by step. */
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
  // One hop: a jump server has none itself.
  const jumpId = row.jump_server_id
  const jump = jumpId === null ? null : await loadServer(tx, organizationId, brandId<'srv'>(jumpId))
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
