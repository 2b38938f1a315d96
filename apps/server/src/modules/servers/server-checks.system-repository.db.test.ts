import { beforeEach, expect, test } from 'vitest'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { newOrganization } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { listDueServers, recordUnchangedCheck } from './server-checks.system-repository.ts'
import { insertServerKey } from './server-keys.repository.ts'
import { findServer, insertServer } from './servers.repository.ts'

const { database } = await useTestDatabase()
let organizationId: Id<'org'>
let serial = 0

async function addServer(status: string, dueInSeconds: number): Promise<Id<'srv'>> {
  const id = newId('srv')
  serial += 1
  const server = { id, name: 'x', host: 'h', port: serial, username: 'root', jumpServerId: null, baseDomain: null }
  const key = { id: crypto.randomUUID(), serverId: id, isGenerated: true, publicKey: 'k', sealedPrivateKey: 's' }
  await database.tenant(organizationId, async (tx) => {
    await insertServer(tx, organizationId, { ...server, expectedFingerprint: null })
    await insertServerKey(tx, organizationId, { ...key, state: 'current', sealedPassphrase: null })
    await tx.updateTable('servers').set({ status }).where('id', '=', id).execute()
    const next_check_at = new Date(Date.now() + dueInSeconds * 1_000)
    await tx.updateTable('server_checks').set({ next_check_at }).where('server_id', '=', id).execute()
  })
  return id
}

const due = async (except: string[] = []) => await listDueServers(database.systemDb, { limit: 10, except })
const rowOf = async (id: Id<'srv'>) => await database.tenant(organizationId, (tx) => findServer(tx, organizationId, id))

beforeEach(async () => {
  await database.systemDb.deleteFrom('servers').execute()
  organizationId = await newOrganization(database)
})

test('returns due servers, the longest overdue first; not those being contacted, deleted or checked', async () => {
  const late = await addServer('ready', -60)
  const later = await addServer('unreachable', -120)
  const here = await addServer('ready', -60)
  await addServer('ready', 60)
  await addServer('connecting', -60)
  const deleted = await addServer('ready', -60)
  await database.systemDb
    .updateTable('servers')
    .set({ deletion_requested_at: new Date() })
    .where('id', '=', deleted)
    .execute()
  expect((await due([here])).map((each) => each.id)).toEqual([later, late])
})

test('an unchanged check is stored repeatedly, only by the worker that has the current due time', async () => {
  const id = await addServer('ready', -60)
  for (let round = 0; round < 3; round += 1) {
    const [server] = await due()
    if (server === undefined) throw new Error('not due')
    const check = { id, due: server.due, nextInMs: -10, isSeen: true }
    expect(await recordUnchangedCheck(database.systemDb, check)).toBe(true)
    expect(await recordUnchangedCheck(database.systemDb, check)).toBe(false)
  }
  expect((await rowOf(id))?.last_seen_at).not.toBeNull()
})

test("an unchanged check writes neither the server's row nor the journal", async () => {
  const id = await addServer('ready', -60)
  const before = await rowOf(id)
  const [server] = await due()
  await recordUnchangedCheck(database.systemDb, { id, due: server?.due ?? '', nextInMs: 60_000, isSeen: false })
  expect(await rowOf(id)).toEqual(before)
  expect(await due()).toEqual([])
})
