import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { requireRecentSignIn } from '../accounts/index.ts'
import { requireOperator } from '../instance/index.ts'
import { readCurrentAllowances } from './current-allowances.query.ts'
import { nothingAllowed } from './server-allowances.schemas.ts'
import { createServerAllowancesService } from './server-allowances.service.ts'
import { saveContact } from './server-condition.repository.ts'
import { createServersService } from './servers.service.ts'

const { database } = await useTestDatabase()
const { recipient } = await generateIdentity()
const servers = createServersService({ database, sealer: createSealer(recipient), clock: systemClock })
const operator = { email: '' }
const service = createServerAllowancesService({
  database,
  requireOperator: (actor) => requireOperator(database, actor, { operators: [operator.email], isSignUpOpen: true }),
  requireRecentSignIn: (actor) => requireRecentSignIn(systemClock, actor),
})
const wanted = { ...nothingAllowed, hostPaths: [{ path: '/srv/media', writable: false }] }
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
let actor: Actor

async function newActor(): Promise<Actor> {
  const organizationId = newId('org')
  const userId = newId('usr')
  const email = `${userId}@example.com`
  await database.systemDb.insertInto('organizations').values({ id: organizationId, name: 'Test' }).execute()
  await database.systemDb
    .insertInto('users')
    .values({
      ...{ id: userId, email, email_key: email, password_hash: 'x' },
      ...{ email_verified_at: new Date(), email_proved_by: 'mail' },
    })
    .execute()
  return testActor(organizationId, { userId, userName: email })
}

async function connected(by: Actor, { host, key }: { host: string; key: string }): Promise<Id<'srv'>> {
  const { id } = await servers.create(by, { name: host, host, port: 22, username: 'root' })
  const hostKeys = [{ type: 'ssh-ed25519', key, fingerprint: `SHA256:${key}`, pinnedAt: '2026-01-01T00:00:00.000Z' }]
  await database.tenant(by.organizationId, (tx) =>
    saveContact(tx, by.organizationId, { id, hostKeys, isConnected: true }),
  )
  return id
}

const ownMachine = () => ({ host: `${newId('srv').slice(-12)}.example.com`, key: newId('srv') })
const serveDashboard = (id: Id<'srv'>) =>
  database.systemDb
    .insertInto('server_proxies')
    .values({ server_id: id, organization_id: actor.organizationId, serves_dashboard: true })
    .execute()
const current = (id: Id<'srv'>) => readCurrentAllowances(database, actor.organizationId, id)

beforeEach(async () => {
  actor = await newActor()
  operator.email = actor.userName
})

test('an operator allows a path, which is recorded with the list before and after', async () => {
  const id = await connected(actor, ownMachine())
  expect(await service.get(actor, id)).toEqual({ serverId: id, ...nothingAllowed, version: 1 })
  expect(await current(id)).toEqual(nothingAllowed)
  expect(await service.replace(actor, id, wanted)).toEqual({ serverId: id, ...wanted, version: 2 })
  expect(await current(id)).toEqual(wanted)
  const entry = await database.systemDb
    .selectFrom('audit_log')
    .select('detail')
    .where('organization_id', '=', actor.organizationId)
    .where('action', '=', 'server.allowances_changed')
    .executeTakeFirstOrThrow()
  expect(entry.detail).toMatchObject({ before: nothingAllowed, after: wanted })
})

describe('who can change it', () => {
  test('only an operator who signed in recently, and no API token', async () => {
    const id = await connected(actor, ownMachine())
    const other = await newActor()
    const member = { ...actor, userId: other.userId }
    await expect(service.replace(member, id, wanted)).rejects.toEqual(failsWith('operator_required'))
    const token: Actor = { ...actor, kind: 'token', tokenId: newId('tok') }
    await expect(service.replace(token, id, wanted)).rejects.toEqual(failsWith('person_required'))
    const old = { ...actor, authenticatedAt: new Date(Date.now() - 3_600_000) }
    await expect(service.replace(old, id, wanted)).rejects.toEqual(failsWith('recent_sign_in_required'))
    expect(await current(id)).toEqual(nothingAllowed)
  })

  test('not for an outdated version, and not for a server of another organization', async () => {
    const id = await connected(actor, ownMachine())
    await expect(service.replace({ ...actor, ifMatch: 9 }, id, wanted)).rejects.toEqual(failsWith('version_mismatch'))
    const other = await newActor()
    const elsewhere = await connected(other, ownMachine())
    await expect(service.replace(actor, elsewhere, wanted)).rejects.toEqual(failsWith('not_found'))
  })
})

describe('which machine', () => {
  test('not before its host key is known', async () => {
    const { id } = await servers.create(actor, { name: 'new', host: 'new.example.com', port: 22, username: 'root' })
    await expect(service.replace(actor, id, wanted)).rejects.toEqual(failsWith('server_not_connected'))
  })

  test('not the one of the control plane, under whatever address', async () => {
    const machine = ownMachine()
    await serveDashboard(await connected(actor, machine))
    const again = await connected(actor, { ...machine, host: ownMachine().host })
    await expect(service.replace(actor, again, wanted)).rejects.toEqual(failsWith('allowances_on_control_plane'))
    const local = await connected(actor, { host: '127.0.0.1', key: newId('srv') })
    await expect(service.replace(actor, local, wanted)).rejects.toEqual(failsWith('allowances_on_control_plane'))
    expect(await service.replace(actor, again, nothingAllowed)).toMatchObject(nothingAllowed)
  })

  test('not one that another organization uses, by host or by host key', async () => {
    const machine = ownMachine()
    const other = await newActor()
    await connected(other, machine)
    const sameKey = await connected(actor, { ...machine, host: ownMachine().host })
    await expect(service.replace(actor, sameKey, wanted)).rejects.toEqual(failsWith('allowances_on_shared_machine'))
    const sameHost = await connected(actor, { ...machine, key: newId('srv') })
    await expect(service.replace(actor, sameHost, wanted)).rejects.toEqual(failsWith('allowances_on_shared_machine'))
  })

  test('a host that another organization only claims changes nothing', async () => {
    const machine = ownMachine()
    const id = await connected(actor, machine)
    await service.replace(actor, id, wanted)
    await servers.create(await newActor(), { name: 'claimed', host: machine.host, port: 22, username: 'root' })
    expect(await current(id)).toEqual(wanted)
  })

  test('nothing is allowed any longer once another organization uses it, or it runs the control plane', async () => {
    const machine = ownMachine()
    const id = await connected(actor, machine)
    await service.replace(actor, id, wanted)
    await serveDashboard(id)
    expect(await current(id)).toEqual(nothingAllowed)
    const shared = ownMachine()
    const second = await connected(actor, shared)
    await service.replace(actor, second, wanted)
    await connected(await newActor(), { ...shared, host: ownMachine().host })
    expect(await current(second)).toEqual(nothingAllowed)
  })

  test('a new host removes the allowances, because it can be another machine', async () => {
    const id = await connected(actor, ownMachine())
    await service.replace(actor, id, wanted)
    await servers.update(actor, id, { host: ownMachine().host })
    expect(await service.get(actor, id)).toMatchObject(nothingAllowed)
    const entries = await database.systemDb
      .selectFrom('audit_log')
      .select('action')
      .where('organization_id', '=', actor.organizationId)
      .where('action', '=', 'server.allowances_removed')
      .execute()
    expect(entries).toHaveLength(1)
  })
})
