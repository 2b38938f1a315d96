import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '../../../platform/access/permissions.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../../testing/superuser.ts'
import { testActor } from '../../../testing/test-actor.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, linkRepository, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { createScheduledDeploymentsService } from './scheduled-deployments.service.ts'
import { listDueScheduled } from './scheduled-deployments.system-repository.ts'
import { startScheduled } from './start-scheduled.action.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const db = database.systemDb
const scheduled = createScheduledDeploymentsService({ database })
const soon = () => new Date(Date.now() + 3_600_000)
const body = () => ({ startAt: soon(), clearCache: false })
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  await linkRepository(database, fixture)
  await join('developer')
})

async function join(role: Role): Promise<void> {
  const { organizationId, actor } = fixture
  await db
    .insertInto('memberships')
    .values({ id: newId('mem'), organization_id: organizationId, user_id: actor.userId, role })
    .execute()
}

/** Moves the time of a scheduled deployment to so many milliseconds ago. */
async function makeDue(id: Id<'sdp'>, lateMs = 0): Promise<void> {
  await db
    .updateTable('scheduled_deployments')
    .set({ start_at: sql<Date>`now() - ${lateMs}::int * interval '1 millisecond'` })
    .where('id', '=', id)
    .execute()
}

/** Does what the loop of the worker does, for this organization. */
async function startDue(): Promise<number> {
  const due = await listDueScheduled(db, 100)
  const own = due.filter(({ organizationId }) => organizationId === fixture.organizationId)
  for (const each of own) await startScheduled(database, each)
  return own.length
}

const deployments = async () =>
  await db
    .selectFrom('deployments')
    .select(['id', 'trigger', 'branch', 'requested_commit', 'clear_cache', 'created_by'])
    .where('environment_id', '=', fixture.environmentId)
    .execute()

const audit = async () =>
  await db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'detail'])
    .where('organization_id', '=', fixture.organizationId)
    .orderBy('seq')
    .execute()

async function expectDropped(sid: Id<'sdp'>, code: string): Promise<void> {
  expect(await startDue()).toBe(1)
  expect(await deployments()).toEqual([])
  const row = await scheduled.get(fixture.actor, { id: fixture.environmentId, sid })
  expect(row).toMatchObject({ status: 'dropped', deploymentId: null, reason: { code, detail: expect.any(String) } })
  expect((await audit()).at(-1)).toMatchObject({
    action: 'scheduled_deployment.dropped',
    actor_kind: 'system',
    detail: { code, reason: row.reason?.detail },
  })
  const notices = await db
    .selectFrom('notices')
    .select('payload')
    .where('organization_id', '=', fixture.organizationId)
    .execute()
  expect(notices).toMatchObject([{ payload: { event: 'deployment_not_started', failure: { code } } }])
  expect(await startDue()).toBe(0)
}

test('starts once at its time, in the name of the person, with what they chose', async () => {
  const { actor, environmentId } = fixture
  const wish = { branch: 'release', commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', clearCache: true }
  const { id } = await scheduled.create(actor, environmentId, { ...wish, startAt: soon() })
  expect(await startDue()).toBe(0)
  await makeDue(id)
  expect(await startDue()).toBe(1)
  expect(await startDue()).toBe(0)
  const made = await deployments()
  expect(made).toMatchObject([
    {
      trigger: 'schedule',
      branch: 'release',
      requested_commit: wish.commit,
      clear_cache: true,
      created_by: actor.userId,
    },
  ])
  expect(await scheduled.get(actor, { id: environmentId, sid: id })).toMatchObject({
    status: 'started',
    deploymentId: made[0]?.id,
  })
  expect((await scheduled.list(actor, environmentId)).items).toEqual([])
  expect((await audit()).map(({ action, actor_kind }) => `${action} ${actor_kind}`)).toEqual([
    'scheduled_deployment.created user',
    'deployment.requested user',
  ])
})

test('two workers that see the same one start it once', async () => {
  const { actor, environmentId, organizationId } = fixture
  const { id } = await scheduled.create(actor, environmentId, body())
  await makeDue(id)
  await Promise.all(Array.from({ length: 4 }, () => startScheduled(database, { id, organizationId })))
  expect(await deployments()).toHaveLength(1)
})

test('a failure after the start leaves neither a deployment nor an end', async () => {
  const { actor, environmentId, organizationId } = fixture
  const { id } = await scheduled.create(actor, environmentId, body())
  await makeDue(id)
  // Stands for a crash: the row can't end, so the deployment must not exist either.
  await superuser.query("alter table scheduled_deployments add constraint no_end check (status <> 'started') not valid")
  try {
    await expect(startScheduled(database, { id, organizationId })).rejects.toThrow(/no_end/)
    expect(await deployments()).toEqual([])
  } finally {
    await superuser.query('alter table scheduled_deployments drop constraint no_end')
  }
  expect(await startDue()).toBe(1)
  expect(await deployments()).toHaveLength(1)
})

test('a canceled one never starts, and a started one cannot be canceled', async () => {
  const { actor, environmentId } = fixture
  const first = await scheduled.create(actor, environmentId, body())
  await scheduled.cancel(actor, { id: environmentId, sid: first.id })
  await scheduled.cancel(actor, { id: environmentId, sid: first.id })
  await makeDue(first.id)
  expect(await startDue()).toBe(0)
  expect((await audit()).map(({ action }) => action)).toEqual([
    'scheduled_deployment.created',
    'scheduled_deployment.cancelled',
  ])
  const second = await scheduled.create(actor, environmentId, body())
  await makeDue(second.id)
  await startDue()
  await expect(scheduled.cancel(actor, { id: environmentId, sid: second.id })).rejects.toMatchObject({
    problem: { code: 'scheduled_deployment_ended' },
  })
  const other = await createTestEnvironment(database, fixture)
  await expect(scheduled.cancel(actor, { id: other.environmentId, sid: first.id })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
})

test.each(['viewer', null] as const)('is dropped when the person is %s at that time', async (role) => {
  const { actor, environmentId, organizationId } = fixture
  const { id } = await scheduled.create(actor, environmentId, body())
  await makeDue(id)
  const own = db.deleteFrom('memberships').where('organization_id', '=', organizationId)
  await own.where('user_id', '=', actor.userId).execute()
  if (role !== null) await join(role)
  await expectDropped(id, 'no_longer_allowed')
})

test.each([
  ['starts while its token is valid', {}, true],
  ['is dropped when its token was revoked', { revoked_at: new Date() }, false],
  ['is dropped when its token expired', { expires_at: new Date(0) }, false],
  ['is dropped when its token lost the scope', { scopes: ['deployments:read'] }, false],
  ['is dropped when its token is limited to another project', { project_ids: [newId('prj')] }, false],
])('%s', async (_, change, isStarted) => {
  const { actor, environmentId, organizationId } = fixture
  const tokenId = newId('tok')
  const token = { id: tokenId, organization_id: organizationId, user_id: actor.userId, name: 'ci', hint: 'x' }
  await db
    .insertInto('api_tokens')
    .values({ ...token, token_hash: Buffer.from(tokenId), scopes: ['deployments:write'] })
    .execute()
  const { id } = await scheduled.create({ ...actor, kind: 'token', tokenId }, environmentId, body())
  await makeDue(id)
  if (Object.keys(change).length > 0) await db.updateTable('api_tokens').set(change).where('id', '=', tokenId).execute()
  if (!isStarted) return await expectDropped(id, 'no_longer_allowed')
  await startDue()
  expect(await deployments()).toHaveLength(1)
})

test('is dropped while the environment is being deleted', async () => {
  const { actor, environmentId } = fixture
  const { id } = await scheduled.create(actor, environmentId, body())
  await makeDue(id)
  await db
    .updateTable('environments')
    .set({ deletion_requested_at: new Date() })
    .where('id', '=', environmentId)
    .execute()
  await expectDropped(id, 'environment_being_deleted')
})

test('is dropped at once when the environment is deleted, with its name in the audit log', async () => {
  const { actor, environmentId } = fixture
  await scheduled.create(actor, environmentId, body())
  const { name } = await db
    .selectFrom('environments')
    .select('name')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('environments').where('id', '=', environmentId).execute()
  expect(await startDue()).toBe(1)
  expect(await startDue()).toBe(0)
  expect((await audit()).at(-1)).toMatchObject({
    action: 'scheduled_deployment.dropped',
    detail: { code: 'environment_deleted', name },
  })
})

test.each([
  [3_500_000, true],
  [3_700_000, false],
])('after an outage of %d ms: starts %s', async (lateMs, isStarted) => {
  const { actor, environmentId } = fixture
  const { id } = await scheduled.create(actor, environmentId, body())
  await makeDue(id, lateMs)
  if (!isStarted) return await expectDropped(id, 'too_late')
  await startDue()
  expect(await deployments()).toHaveLength(1)
})

test.each([
  [30_000, 'start_time_too_soon'],
  [31 * 86_400_000, 'start_time_too_far'],
])('refuses a time %d ms ahead', async (ms, code) => {
  const startAt = new Date(Date.now() + ms)
  await expect(
    scheduled.create(fixture.actor, fixture.environmentId, { startAt, clearCache: false }),
  ).rejects.toMatchObject({ problem: { code, status: 422 }, errors: [{ pointer: '/startAt' }] })
})

test('an environment has ten at most, also when people schedule at the same time', async () => {
  const { actor, environmentId } = fixture
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, () => scheduled.create(actor, environmentId, body())),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect((await scheduled.list(actor, environmentId)).items).toHaveLength(10)
  const refused = results.find((each) => each.status === 'rejected')
  expect(refused?.reason).toMatchObject({ problem: { code: 'too_many_scheduled_deployments' } })
})

test('refuses at once what could never start, and hides other organizations', async () => {
  const { actor, environmentId } = fixture
  await db.updateTable('environments').set({ server_id: null }).where('id', '=', environmentId).execute()
  await expect(scheduled.create(actor, environmentId, body())).rejects.toMatchObject({
    problem: { code: 'environment_without_server' },
  })
  const stranger = testActor((await createTestEnvironment(database)).organizationId)
  const missing = { problem: { code: 'not_found' } }
  await expect(scheduled.create(stranger, environmentId, body())).rejects.toMatchObject(missing)
  await expect(scheduled.list(stranger, environmentId)).rejects.toMatchObject(missing)
})
