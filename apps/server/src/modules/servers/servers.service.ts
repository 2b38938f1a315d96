/** Manages servers. Runs in the worker connect to them. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import { organizationProblems, requireQuota } from '../organizations/index.ts'
import { deletedBy } from '../trash/index.ts'
import { beginContact } from './change-server.action.ts'
import { requireChangeableServer } from './require-server.query.ts'
import { toServer } from './server.mapper.ts'
import { saveContact } from './server-condition.repository.ts'
import { sealServerKey } from './server-keys.crypto.ts'
import { insertServerKey } from './server-keys.repository.ts'
import { listServersBehind } from './server-names.repository.ts'
import { publishServerUpdated } from './servers.events.ts'
import { serverProblems } from './servers.problems.ts'
import { removeServer } from './servers.references.ts'
import {
  countServers,
  findServer,
  hasServerAt,
  insertServer,
  listServers,
  lockServer,
  type ServerRow,
  updateServer,
} from './servers.repository.ts'
import type { CreateServer, DeleteServer, Server, ServersQuery, UpdateServer } from './servers.schemas.ts'

export interface ServersService {
  list(actor: Actor, query: ServersQuery): Promise<Page<Server>>
  create(actor: Actor, body: CreateServer): Promise<Server>
  get(actor: Actor, id: Id<'srv'>): Promise<Server>
  update(actor: Actor, id: Id<'srv'>, change: UpdateServer): Promise<Server>
  remove(actor: Actor, id: Id<'srv'>, query: DeleteServer): Promise<Server>
  acceptHostKey(actor: Actor, id: Id<'srv'>, fingerprint: string): Promise<Server>
}

/** Returns names of some resources on the server. */
export type ListedOn = (tx: Tx, organizationId: OrganizationId, id: Id<'srv'>) => Promise<string[]>

export interface ServersOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  environmentsOn?: ListedOn
  destinationsOn?: ListedOn
  /** Without it, no one can skip the trash. */
  requireRecentSignIn?(actor: Actor): void
}

export function createServersService(options: ServersOptions): ServersService {
  const { database, clock, environmentsOn = noneOn, destinationsOn = noneOn } = options
  const requirePerson = (actor: Actor) => {
    const { requireRecentSignIn } = options
    if (actor.kind === 'token' || requireRecentSignIn === undefined)
      throw new AppError(organizationProblems.person_required)
    requireRecentSignIn(actor)
  }
  return {
    async list(actor, query) {
      const rows = await database.tenant(actor.organizationId, (tx) =>
        listServers(tx, actor.organizationId, {
          before: query.cursor,
          limit: query.limit,
          status: query.status,
          q: query.q,
        }),
      )
      return toPage(rows.map(toServer), query.limit)
    },
    create: (actor, body) => createServer(options, actor, body),
    async get(actor, id) {
      return await database.tenant(actor.organizationId, (tx) => readServer(tx, actor, id))
    },
    update: (actor, id, change) => database.tenant(actor.organizationId, (tx) => changeServer(tx, actor, id, change)),
    remove: (actor, id, query) =>
      database.tenant(actor.organizationId, (tx) =>
        requestRemoval(tx, actor, { id, query, now: clock.now(), environmentsOn, destinationsOn, requirePerson }),
      ),
    acceptHostKey: (actor, id, fingerprint) =>
      database.tenant(actor.organizationId, (tx) => acceptHostKey(tx, actor, id, fingerprint)),
  }
}

async function createServer({ database, sealer }: ServersOptions, actor: Actor, body: CreateServer): Promise<Server> {
  const { organizationId } = actor
  const id = newId('srv')
  const { privateKey, passphrase } = body
  if (privateKey === undefined && passphrase !== undefined)
    throw invalid('/passphrase', 'unexpected', 'requires a privateKey')
  const key = await sealServerKey(sealer, {
    serverId: id,
    organizationId,
    state: 'current',
    given: privateKey === undefined ? undefined : { privateKey, passphrase },
  })
  return await createOnce(database, actor, async (tx) => {
    await requireQuota(tx, organizationId, { name: 'servers', count: () => countServers(tx, organizationId) })
    if (body.jumpServerId !== undefined) await requireJump(tx, actor, body.jumpServerId, id)
    const isNew = await insertServer(tx, organizationId, {
      id,
      name: body.name,
      host: body.host,
      port: body.port,
      username: body.username,
      jumpServerId: body.jumpServerId ?? null,
      baseDomain: body.baseDomain ?? null,
      expectedFingerprint: body.hostKeyFingerprint ?? null,
    })
    if (!isNew)
      throw new AppError(serverProblems.server_exists, `${body.host} port ${body.port} is already registered.`)
    await insertServerKey(tx, organizationId, key)
    const row = await requireChangeableServer(tx, organizationId, id)
    await beginContact(tx, row)
    await recordAudit(tx, actor, {
      action: 'server.created',
      targetKind: 'server',
      targetId: id,
      detail: { name: body.name, host: body.host, port: body.port, username: body.username },
    })
    await publishServerUpdated(tx, organizationId, { id, action: 'created' })
    return await readServer(tx, actor, id)
  })
}

async function changeServer(tx: Tx, actor: Actor, id: Id<'srv'>, change: UpdateServer): Promise<Server> {
  const { organizationId } = actor
  const row = await requireChangeableServer(tx, organizationId, id)
  requireVersion(actor, row.version)
  const { hostKeyFingerprint, jumpServerId, baseDomain, name, username } = change
  if (jumpServerId !== undefined && jumpServerId !== null) await requireJump(tx, actor, jumpServerId, id)
  const address = { host: change.host ?? row.host, port: change.port ?? row.port }
  if (await hasServerAt(tx, organizationId, { ...address, except: id }))
    throw new AppError(serverProblems.server_exists, `${address.host} port ${address.port} is already registered.`)
  await updateServer(tx, organizationId, {
    id,
    ...address,
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
    ...(jumpServerId === undefined ? {} : { jump_server_id: jumpServerId }),
    ...(baseDomain === undefined ? {} : { base_domain: baseDomain }),
    ...buildLimits(change),
  })
  if (needsNewContact(row, change)) {
    // Pins survive a new address: the same machine shows the same keys, and a user must accept another one.
    if (hostKeyFingerprint !== undefined)
      await saveContact(tx, organizationId, {
        id,
        hostKeys: [],
        offeredHostKeys: null,
        expectedFingerprint: hostKeyFingerprint,
      })
    await beginContact(tx, row)
  }
  await recordAudit(tx, actor, { action: 'server.updated', targetKind: 'server', targetId: id, detail: change })
  await publishServerUpdated(tx, organizationId, { id, action: 'updated' })
  return await readServer(tx, actor, id)
}

function buildLimits({ build = {} }: UpdateServer) {
  const { concurrency, memoryBytes, cpus, cacheBytes } = build
  return {
    ...(concurrency === undefined ? {} : { build_slots: concurrency }),
    ...(memoryBytes === undefined ? {} : { build_memory_bytes: memoryBytes }),
    ...(cpus === undefined ? {} : { build_cpus: cpus }),
    ...(cacheBytes === undefined ? {} : { build_cache_bytes: cacheBytes }),
  }
}

function needsNewContact(row: ServerRow, change: UpdateServer): boolean {
  return (
    change.hostKeyFingerprint !== undefined ||
    (change.host !== undefined && change.host !== row.host) ||
    (change.port !== undefined && change.port !== row.port) ||
    (change.username !== undefined && change.username !== row.username) ||
    (change.jumpServerId !== undefined && change.jumpServerId !== row.jump_server_id)
  )
}

const noneOn: ListedOn = async () => []

interface RemovalRequest {
  id: Id<'srv'>
  query: DeleteServer
  now: Date
  environmentsOn: ListedOn
  destinationsOn: ListedOn
  /** Refuses tokens, and people who didn't sign in recently. */
  requirePerson(actor: Actor): void
}

async function requestRemoval(
  tx: Tx,
  actor: Actor,
  { id, query, now, environmentsOn, destinationsOn, requirePerson }: RemovalRequest,
): Promise<Server> {
  const { organizationId } = actor
  // Comes first: a token must not get a success for a permanent deletion, even if the server is already being deleted.
  if (query.permanent === true) requirePerson(actor)
  const row = await lockServer(tx, organizationId, id)
  if (row === undefined) throw notFound()
  requireVersion(actor, row.version)
  if (row.deletion_requested_at !== null) return toServer(row)
  if (query.force !== true) await requireUnused(tx, organizationId, { id, environmentsOn, destinationsOn })
  await updateServer(tx, organizationId, { id, deletion_requested_at: now })
  const by = query.permanent === true ? {} : { by: deletedBy(actor) }
  const input = { serverId: id, removeProxy: query.removeProxy === true, ...by }
  await startRun(tx, { workflow: removeServer, key: id, input, organizationId })
  await recordAudit(tx, actor, {
    action: 'server.deletion_requested',
    targetKind: 'server',
    targetId: id,
    detail: { name: row.name, host: row.host, force: query.force === true, removeProxy: query.removeProxy === true },
  })
  await publishServerUpdated(tx, organizationId, { id, action: 'deletion_requested' })
  return await readServer(tx, actor, id)
}

async function requireUnused(
  tx: Tx,
  organizationId: OrganizationId,
  { id, environmentsOn, destinationsOn }: Pick<RemovalRequest, 'id' | 'environmentsOn' | 'destinationsOn'>,
): Promise<void> {
  const behind = await listServersBehind(tx, organizationId, id)
  if (behind.length > 0)
    throw new AppError(serverProblems.server_in_use, `It is the jump server of ${behind.join(', ')}.`)
  const running = await environmentsOn(tx, organizationId, id)
  if (running.length > 0)
    throw new AppError(serverProblems.server_in_use, `These environments are on it: ${running.join(', ')}.`)
  const keeping = await destinationsOn(tx, organizationId, id)
  if (keeping.length > 0)
    throw new AppError(serverProblems.server_in_use, `Backups are kept on it: ${keeping.join(', ')}.`)
}

async function acceptHostKey(tx: Tx, actor: Actor, id: Id<'srv'>, fingerprint: string): Promise<Server> {
  const { organizationId } = actor
  const row = await requireChangeableServer(tx, organizationId, id)
  const accepted = (row.offered_host_keys ?? []).find((key) => key.fingerprint === fingerprint)
  if (accepted === undefined) throw new AppError(serverProblems.host_key_not_offered)
  // Only the key that the user compared; the other types are learned over the connection that it verifies.
  await saveContact(tx, organizationId, {
    id,
    hostKeys: [{ ...accepted, pinnedAt: new Date().toISOString() }],
    offeredHostKeys: null,
    expectedFingerprint: fingerprint,
  })
  await beginContact(tx, row)
  await recordAudit(tx, actor, {
    action: 'server.host_key_accepted',
    targetKind: 'server',
    targetId: id,
    detail: { fingerprint, before: row.host_keys.map((key) => key.fingerprint) },
  })
  await publishServerUpdated(tx, organizationId, { id, action: 'host_key_accepted' })
  return await readServer(tx, actor, id)
}

async function requireJump(tx: Tx, actor: Actor, jumpServerId: Id<'srv'>, id: Id<'srv'>): Promise<void> {
  const jump = await findServer(tx, actor.organizationId, jumpServerId)
  const hasOwnJump = jump !== undefined && jump.jump_server_id !== null
  const isNeeded = (await listServersBehind(tx, actor.organizationId, id)).length > 0
  if (jump === undefined || jump.deletion_requested_at !== null || jumpServerId === id || hasOwnJump || isNeeded)
    throw new AppError(serverProblems.jump_server_unusable)
}

async function readServer(tx: Tx, actor: Actor, id: Id<'srv'>): Promise<Server> {
  const row = await findServer(tx, actor.organizationId, id)
  if (row === undefined) throw notFound()
  return toServer(row)
}
