import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { generateSshKey } from '../../platform/secrets/ssh-key.ts'
import { createUnsealer, generateIdentity } from '../../platform/secrets/unseal.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { recordFinding } from './record-finding.action.ts'
import { requireConnectedServer } from './require-server.query.ts'
import { saveContact } from './server-condition.repository.ts'
import { serverPassphrase, serverPrivateKey } from './server-keys.crypto.ts'
import { createServerTasksService } from './server-tasks.service.ts'
import type { CreateServer, ServerProblem } from './servers.schemas.ts'
import { createServersService } from './servers.service.ts'
import type { Observation } from './servers.status.ts'

const { database } = await useTestDatabase()
const { identity, recipient } = await generateIdentity()
const unsealer = await createUnsealer([identity])
const options = { database, sealer: createSealer(recipient), clock: systemClock }
const servers = createServersService(options)
const tasks = createServerTasksService(options)
let actor: Actor

const body = (change: Partial<CreateServer> = {}): CreateServer => ({
  name: 'One',
  host: 'one.example.com',
  port: 22,
  username: 'root',
  ...change,
})
const problem = (code: string): ServerProblem => ({ code, title: code, detail: code, hint: code })
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })

async function newActor(): Promise<Actor> {
  const organizationId = newId('org')
  await database.systemDb.insertInto('organizations').values({ id: organizationId, name: 'Test' }).execute()
  return testActor(organizationId)
}

async function find(id: Id<'srv'>, observation: Observation, more: { generation?: number } = {}) {
  return await database.tenant(actor.organizationId, (tx) =>
    recordFinding(tx, actor.organizationId, id, { observation, everyMs: 60_000, ...more }),
  )
}

async function events(): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('events')
    .select('data')
    .where('organization_id', '=', actor.organizationId)
    .where('kind', '=', 'server_updated')
    .orderBy('seq')
    .execute()
  return rows.map((row) => (row.data as { action: string }).action)
}

async function runsOf(id: string): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('workflow_runs')
    .select('kind')
    .where('key', '=', `server/${id}`)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.kind)
}

beforeEach(async () => {
  actor = await newActor()
})

describe('registration', () => {
  it('generates a key, seals it, starts the first contact and publishes it', async () => {
    const server = await servers.create(actor, body())
    expect(server).toMatchObject({ status: 'connecting', problem: null, hostKeys: [], version: 1 })
    expect(server.publicKey).toMatch(/^ssh-ed25519 [\w+/=]+ longshore-srv_\w{26}$/)
    expect(server.setupCommand).toContain(`'${server.publicKey}'`)
    expect(server.keySource).toBe('generated')
    expect(await runsOf(server.id)).toEqual(['connect-server'])
    expect(await events()).toEqual(['created'])
    const key = await database.systemDb
      .selectFrom('server_keys')
      .selectAll()
      .where('server_id', '=', server.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(key)).not.toContain('PRIVATE KEY')
    const opened = await unsealer.unseal(
      contextOf(serverPrivateKey, key.id, actor.organizationId),
      key.sealed_private_key,
    )
    expect(opened.reveal()).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/)
  })

  it('keeps a given key and its passphrase sealed, and shows its public half', async () => {
    const pair = generateSshKey()
    const given = body({ privateKey: pair.privateKey.reveal(), passphrase: 'open sesame' })
    const server = await servers.create(actor, given)
    expect(server.publicKey.startsWith(`${pair.publicKey} `)).toBe(true)
    expect(server.keySource).toBe('provided')
    const key = await database.systemDb
      .selectFrom('server_keys')
      .selectAll()
      .where('server_id', '=', server.id)
      .executeTakeFirstOrThrow()
    expect(key.is_generated).toBe(false)
    const context = contextOf(serverPassphrase, key.id, actor.organizationId)
    expect((await unsealer.unseal(context, key.sealed_passphrase ?? '')).reveal()).toBe('open sesame')
  })

  it('returns 422 for an invalid key, and for a passphrase without a key', async () => {
    await expect(servers.create(actor, body({ privateKey: '/root/.ssh/id_ed25519' }))).rejects.toEqual(
      failsWith('validation_failed'),
    )
    await expect(servers.create(actor, body({ passphrase: 'x' }))).rejects.toEqual(failsWith('validation_failed'))
  })

  it('returns 409 for an address that the organization already has; another organization can have it too', async () => {
    await servers.create(actor, body())
    await expect(servers.create(actor, body({ name: 'Again' }))).rejects.toEqual(failsWith('server_exists'))
    await servers.create(actor, body({ port: 2222 }))
    actor = await newActor()
    await servers.create(actor, body())
  })

  it('one of ten concurrent requests with one address succeeds', async () => {
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => servers.create(actor, body())))
    expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })

  it('returns 409 if the quota is exhausted, also for concurrent requests', async () => {
    await database.systemDb
      .updateTable('organizations')
      .set({ quotas: JSON.stringify({ servers: 3 }) })
      .where('id', '=', actor.organizationId)
      .execute()
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => servers.create(actor, body({ port: 1_000 + index }))),
    )
    expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(3)
    expect(all.find((each) => each.status === 'rejected')?.reason).toEqual(failsWith('quota_exceeded'))
  })
})

describe('reading', () => {
  it('filters by status and by a part of name or host, taken literally', async () => {
    const one = await servers.create(actor, body())
    await servers.create(actor, body({ name: '100%_sure', host: 'two.example.com' }))
    await find(one.id, { kind: 'seen', problem: null })
    const names = async (query: { q?: string; status?: 'ready' }) =>
      (await servers.list(actor, { limit: 20, ...query })).items.map((each) => each.name)
    expect(await names({ q: 'ONE' })).toEqual(['One'])
    expect(await names({ q: '%_' })).toEqual(['100%_sure'])
    expect(await names({ q: 'example.com' })).toHaveLength(2)
    expect(await names({ status: 'ready' })).toEqual(['One'])
  })

  it('returns 404 for a server of another organization', async () => {
    const { id } = await servers.create(actor, body())
    actor = await newActor()
    await expect(servers.get(actor, id)).rejects.toEqual(failsWith('not_found'))
    await expect(servers.update(actor, id, { name: 'x' })).rejects.toEqual(failsWith('not_found'))
    await expect(servers.remove(actor, id, {})).rejects.toEqual(failsWith('not_found'))
    await expect(tasks.check(actor, id)).rejects.toEqual(failsWith('not_found'))
  })
})

describe('check results', () => {
  it('change the state, publish it once, and need two consecutive misses', async () => {
    const { id } = await servers.create(actor, body())
    expect(await find(id, { kind: 'seen', problem: null })).toBe(true)
    expect(await find(id, { kind: 'seen', problem: null })).toBe(false)
    expect(await find(id, { kind: 'missed', problem: problem('connection_refused') })).toBe(false)
    expect((await servers.get(actor, id)).status).toBe('ready')
    expect(await find(id, { kind: 'missed', problem: problem('connection_refused') })).toBe(true)
    const server = await servers.get(actor, id)
    expect(server).toMatchObject({ status: 'unreachable', problem: { code: 'connection_refused' }, setupCommand: null })
    expect(server.lastSeenAt).not.toBeNull()
    expect(await events()).toEqual(['created', 'status_changed', 'status_changed'])
  })

  it("don't count if address or key have changed since", async () => {
    const { id } = await servers.create(actor, body())
    expect(await find(id, { kind: 'seen', problem: null }, { generation: 1 })).toBe(false)
    expect((await servers.get(actor, id)).status).toBe('connecting')
  })

  it('keep the version, so that a user’s If-Match still matches', async () => {
    const { id, version } = await servers.create(actor, body())
    await find(id, { kind: 'seen', problem: null })
    expect((await servers.update({ ...actor, ifMatch: version }, id, { name: 'Two' })).version).toBe(version + 1)
    await expect(servers.update({ ...actor, ifMatch: version }, id, { name: 'Three' })).rejects.toEqual(
      failsWith('version_mismatch'),
    )
  })

  it('decide whether work can begin', async () => {
    const { id } = await servers.create(actor, body())
    const require = () =>
      database.tenant(actor.organizationId, (tx) => requireConnectedServer(tx, actor.organizationId, id))
    await expect(require()).rejects.toEqual(failsWith('server_not_connected'))
    await find(id, { kind: 'seen', problem: problem('disk_low') })
    expect((await require()).status).toBe('degraded')
    await find(id, { kind: 'not_ours', problem: problem('server_already_managed') })
    await expect(require()).rejects.toEqual(failsWith('server_already_managed'))
  })
})

const offered = {
  type: 'ssh-ed25519',
  key: 'AAAA',
  fingerprint: `SHA256:${'a'.repeat(43)}`,
  pinnedAt: '2026-01-01T00:00:00.000Z',
}

describe('changes', () => {
  it('a new address is tried immediately and keeps the pins', async () => {
    const { id } = await servers.create(actor, body())
    await find(id, { kind: 'seen', problem: null })
    await database.tenant(actor.organizationId, (tx) =>
      saveContact(tx, actor.organizationId, { id, hostKeys: [offered] }),
    )
    const renamed = await servers.update(actor, id, { name: 'Two', baseDomain: 'apps.example.com' })
    expect(renamed).toMatchObject({ status: 'ready', name: 'Two', baseDomain: 'apps.example.com' })
    const moved = await servers.update(actor, id, { host: '192.0.2.7' })
    expect(moved).toMatchObject({ status: 'connecting', host: '192.0.2.7', hostKeys: [{ type: 'ssh-ed25519' }] })
    expect(await runsOf(id)).toEqual(['connect-server', 'connect-server'])
    const named = await servers.update(actor, id, { hostKeyFingerprint: offered.fingerprint })
    expect(named.hostKeys).toEqual([])
  })

  it('returns 409 for the address of another server', async () => {
    await servers.create(actor, body())
    const { id } = await servers.create(actor, body({ port: 23 }))
    await expect(servers.update(actor, id, { port: 22 })).rejects.toEqual(failsWith('server_exists'))
  })

  it('a jump server must belong to the organization and be reachable directly', async () => {
    const jump = await servers.create(actor, body())
    const behind = await servers.create(actor, body({ port: 23, jumpServerId: jump.id }))
    expect(behind.jumpServerId).toBe(jump.id)
    for (const [id, jumpServerId] of [
      [jump.id, jump.id],
      [jump.id, behind.id],
      [behind.id, newId('srv')],
    ] as const)
      await expect(servers.update(actor, id, { jumpServerId })).rejects.toEqual(failsWith('jump_server_unusable'))
    await expect(servers.remove(actor, jump.id, {})).rejects.toEqual(failsWith('server_in_use'))
    expect((await servers.remove(actor, jump.id, { force: true })).deletionRequestedAt).not.toBeNull()
  })

  it('returns 409 for a server that stores backups, unless forced', async () => {
    const { id } = await servers.create(actor, body())
    const guarded = createServersService({
      ...options,
      destinationsOn: async (_tx, _of, on) => (on === id ? ['Attic'] : []),
    })
    await expect(guarded.remove(actor, id, {})).rejects.toEqual(failsWith('server_in_use'))
    expect((await guarded.remove(actor, id, { force: true })).deletionRequestedAt).not.toBeNull()
  })

  it('only a key that the server shows can be accepted, and it alone is pinned', async () => {
    const { id } = await servers.create(actor, body())
    await find(id, { kind: 'host_key_changed', problem: problem('host_key_changed') })
    await expect(servers.acceptHostKey(actor, id, offered.fingerprint)).rejects.toEqual(
      failsWith('host_key_not_offered'),
    )
    const other = { ...offered, type: 'ssh-rsa', fingerprint: `SHA256:${'b'.repeat(43)}` }
    await database.tenant(actor.organizationId, (tx) =>
      saveContact(tx, actor.organizationId, { id, offeredHostKeys: [offered, other] }),
    )
    const accepted = await servers.acceptHostKey(actor, id, offered.fingerprint)
    expect(accepted).toMatchObject({ status: 'connecting', offeredHostKeys: [] })
    expect(accepted.hostKeys.map((key) => key.fingerprint)).toEqual([offered.fingerprint])
  })

  it('deletion is requested once, and then nothing else is possible', async () => {
    const { id } = await servers.create(actor, body())
    await servers.remove(actor, id, { removeProxy: true })
    await servers.remove(actor, id, {})
    expect(await runsOf(id)).toEqual(['connect-server', 'remove-server'])
    await expect(servers.update(actor, id, { name: 'x' })).rejects.toEqual(failsWith('server_being_deleted'))
    await expect(tasks.check(actor, id)).rejects.toEqual(failsWith('server_being_deleted'))
    await servers.create(actor, body())
  })
})

describe('tasks', () => {
  it('one of a kind at a time; each is a run of the server', async () => {
    const { id } = await servers.create(actor, body())
    await expect(tasks.rotateKey(actor, id, {})).rejects.toEqual(failsWith('server_not_connected'))
    await find(id, { kind: 'seen', problem: null })
    const task = await tasks.rotateKey(actor, id, {})
    expect(task).toMatchObject({ kind: 'rotate_key', status: 'queued', serverId: id })
    await expect(tasks.rotateKey(actor, id, {})).rejects.toEqual(failsWith('server_busy'))
    await tasks.cleanup(actor, id, { dryRun: true })
    await tasks.installDocker(actor, id)
    await tasks.check(actor, id)
    const all = (await tasks.list(actor, id, { limit: 20 })).items
    expect(all.map((each) => each.kind)).toEqual(['check', 'install_docker', 'cleanup', 'rotate_key'])
    expect(await tasks.get(actor, id, task.id)).toEqual(task)
    const keys = await database.systemDb.selectFrom('server_keys').select('state').where('server_id', '=', id).execute()
    expect(keys.map((key) => key.state).sort()).toEqual(['current', 'next'])
  })
})
