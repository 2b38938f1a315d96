import { beforeEach, expect, test } from 'vitest'
import type { UserActor } from '../../platform/access/actor.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { listUnreachableServers } from '../servers/index.ts'
import { createDeletionsService } from './deletions.service.ts'
import { createOrganizationsService } from './organizations.service.ts'
import { insertMembership } from './organizations.system-repository.ts'
import { quotaCeilings } from './quotas.policy.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const organizations = createOrganizationsService({
  ...{ database, clock: systemClock, quotaCeilings: quotaCeilings({}), isOperator: async () => false },
  unreachableServers: listUnreachableServers,
})
const deletions = createDeletionsService({ database })
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
let fixture: TestEnvironment
let owner: UserActor

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  const { actor, organizationId } = fixture
  owner = { ...actor, sessionId: newId('ses'), authenticatedAt: new Date() }
  await insertMembership(db, { id: newId('mem'), organizationId, userId: actor.userId, role: 'owner' })
})

const loseServer = (connected_at: Date | null = new Date()) =>
  db.updateTable('servers').set({ status: 'unreachable', connected_at }).where('id', '=', fixture.serverId).execute()

test('returns 409 while a server can’t be reached, unless the deletion is forced', async () => {
  await loseServer()
  await expect(organizations.remove(fixture.actor, {})).rejects.toEqual(failsWith('organization_unreachable'))
  await organizations.remove(fixture.actor, { force: true })
  const { items } = await deletions.list(owner)
  expect(items).toMatchObject([
    { id: fixture.organizationId, name: 'Test', isForced: true, lastAttemptAt: null, remaining: [] },
  ])
})

test("a server that was never connected doesn't block the deletion", async () => {
  await loseServer(null)
  await organizations.remove(fixture.actor, {})
  expect((await deletions.list(owner)).items).toMatchObject([{ isForced: false }])
})

test('owners see what the last attempt left, and can force it; others get 404', async () => {
  await organizations.remove(fixture.actor, {})
  const left = [{ kind: 'server', name: 'fsn-1', code: 'connection_refused' }]
  await db
    .updateTable('organizations')
    .set({ deletion_left: JSON.stringify(left) })
    .where('id', '=', fixture.organizationId)
    .execute()
  expect((await deletions.list(owner)).items).toMatchObject([{ remaining: left, isForced: false }])
  const stranger = { ...owner, userId: newId('usr') }
  expect((await deletions.list(stranger)).items).toEqual([])
  await expect(deletions.force(stranger, fixture.organizationId)).rejects.toEqual(failsWith('not_found'))
  expect(await deletions.force(owner, fixture.organizationId)).toMatchObject({ isForced: true })
  const audit = await db
    .selectFrom('audit_log')
    .select('action')
    .where('organization_id', '=', fixture.organizationId)
    .orderBy('seq')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['organization.deletion_requested', 'organization.deletion_forced'])
})

test("returns 404 for an organization that isn't being deleted", async () => {
  await expect(deletions.force(owner, fixture.organizationId)).rejects.toEqual(failsWith('not_found'))
})

test('owners can undo a deletion until its removal has begun; others get 404', async () => {
  const id = fixture.organizationId
  await organizations.remove(fixture.actor, {})
  await expect(deletions.undo({ ...owner, userId: newId('usr') }, id)).rejects.toEqual(failsWith('not_found'))
  await deletions.undo(owner, id)
  expect((await deletions.list(owner)).items).toEqual([])
  await expect(deletions.undo(owner, id)).rejects.toEqual(failsWith('not_found'))
  await organizations.remove(fixture.actor, {})
  await db.updateTable('organizations').set({ deletion_tried_at: new Date() }).where('id', '=', id).execute()
  await expect(deletions.undo(owner, id)).rejects.toEqual(failsWith('organization_removal_begun'))
})
