import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { subjectKey } from '../../../platform/durable/runs.ts'
import { step, workflow } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { testDriver } from '../../../testing/durable-driver.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { changeEnvironmentState, deleteEnvironment, removeEnvironment } from '../../environments/index.ts'
import { createOwnOrganization } from '../../organizations/index.ts'
import { removeServer } from '../../servers/index.ts'
import { deleteServer } from '../../servers/servers.repository.ts'
import { removeOrganization } from './organization-removal.references.ts'
import { deleteDueAccounts } from './removals.system-repository.ts'
import { startRemovals } from './start-removals.action.ts'
import { createRemoveOrganization } from './workflow/remove-organization.workflow.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
let effects: string[]
let broken: Set<string>
const lockedUntil = '2030-01-01T00:00:00.000Z'
let fixture: TestEnvironment

const nothing = z.object({})
const options = { output: nothing, deadlineMs: 10_000, attempts: 1 }
/** Behaves like the real workflow at its end, without a server. */
const environments = workflow(
  removeEnvironment,
  [
    step<z.output<typeof removeEnvironment.input>, object>({
      ...options,
      name: 'take-down',
      async run({ input, run }) {
        if (broken.has('environment') && !input.isForced) throw new PermanentError('connection_lost', 'no route')
        effects.push('environment')
        const organizationId = run.organizationId ?? newId('org')
        await database.tenant(organizationId, (tx) => deleteEnvironment(tx, organizationId, input.environmentId))
        return {}
      },
    }),
  ],
  {
    async onFinish(tx, { organizationId, input }, end) {
      if (end.status !== 'failed' || organizationId === null) return
      const id = input.environmentId
      await changeEnvironmentState(tx, organizationId, { id, status: 'degraded', deletion_requested_at: null })
    },
  },
)
const servers = workflow(removeServer, [
  step<z.output<typeof removeServer.input>, object>({
    ...options,
    name: 'clean-up',
    async run({ input, run }) {
      effects.push(`server${input.removeProxy ? ' with its proxy' : ''}`)
      const organizationId = run.organizationId ?? newId('org')
      await database.tenant(organizationId, (tx) => deleteServer(tx, organizationId, input.serverId))
      return {}
    },
  }),
])
const removal = createRemoveOrganization({
  database,
  access: {
    use: async () => {
      if (broken.has('server')) throw Object.assign(new Error('no route'), { code: 'connection_refused' })
      return undefined as never
    },
  },
  clock: { wait: () => driveOthers() },
  removeArchives: async () => {
    effects.push('archives')
    if (broken.has('locked archives')) return [{ name: 'Bucket', code: 'backup_locked', lockedUntil }]
    return broken.has('archives') ? [{ name: 'Bucket', code: 'store_unreachable' }] : []
  },
  removeWebhooks: async () => {
    effects.push('webhooks')
    return []
  },
  removeUploads: async () => undefined,
})
const { drive } = testDriver(database, [removal, environments, servers])

/** Runs what Restate would run next to the removal. */
async function driveOthers(): Promise<void> {
  const rows = await db.selectFrom('workflow_runs').select(['key', 'kind']).where('finished_at', 'is', null).execute()
  for (const { key, kind } of rows) if (kind !== removeOrganization.kind) await drive(key)
}

async function remove(organizationId = fixture.organizationId): Promise<void> {
  await startRemovals(database)
  await drive(subjectKey(removeOrganization, organizationId))
}

async function organization(id = fixture.organizationId) {
  return await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

beforeEach(async () => {
  effects = []
  broken = new Set()
  fixture = await createTestEnvironment(database)
  await db.updateTable('servers').set({ connected_at: new Date() }).where('id', '=', fixture.serverId).execute()
})

async function deleteIt(more: { deletion_forced?: boolean; due?: Date } = {}): Promise<void> {
  const { due = new Date(Date.now() - 1_000), ...change } = more
  await db
    .updateTable('organizations')
    .set({ deletion_due_at: due, ...change })
    .where('id', '=', fixture.organizationId)
    .execute()
}

test("removes an organization's effects before its rows, servers last", async () => {
  await deleteIt()
  await remove()
  expect(effects).toEqual(['environment', 'archives', 'webhooks', 'server with its proxy'])
  expect(await organization()).toBeUndefined()
})

test('nothing happens before the due date, and a second start during a run starts nothing', async () => {
  await deleteIt({ due: new Date(Date.now() + 60_000) })
  expect(await startRemovals(database)).toBe(0)
  await deleteIt()
  expect([await startRemovals(database), await startRemovals(database)]).toEqual([1, 0])
  await drive(subjectKey(removeOrganization, fixture.organizationId))
})

test.each([
  ['environment', { kind: 'environment', code: 'removal_failed' }],
  ['server', { kind: 'server', name: 'fsn-1', code: 'connection_refused' }],
  ['archives', { kind: 'backups', name: 'Bucket', code: 'store_unreachable' }],
])('keeps an organization while its %s can’t be removed, and names it', async (what, left) => {
  await deleteIt()
  broken.add(what)
  await remove()
  expect(await organization()).toMatchObject({ deletion_left: [left], deletion_tried_at: expect.any(Date) })
  broken.clear()
  await remove()
  expect(await organization()).toBeUndefined()
})

test("locked archives don't hold up the deletion, and the audit log says until when they stay", async () => {
  broken.add('locked archives')
  await deleteIt()
  await remove()
  expect(await organization()).toBeUndefined()
  const { organizationId } = fixture
  const entries = db.selectFrom('audit_log').select('detail').where('target_id', '=', organizationId)
  const left = [{ kind: 'backups', name: 'Bucket', code: 'backup_locked', lockedUntil }]
  expect(await entries.where('action', '=', 'organization.deleted').executeTakeFirst()).toEqual({ detail: { left } })
})

test("when forced, and after 30 days, unreachable resources don't block the deletion", async () => {
  broken = new Set(['environment', 'server', 'archives'])
  await deleteIt({ deletion_forced: true })
  await remove()
  expect(await organization()).toBeUndefined()
  const audit = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('organization_id', '=', fixture.organizationId)
    .where('action', '=', 'organization.deleted')
    .executeTakeFirst()
  expect(audit?.detail).toEqual({ left: [{ kind: 'backups', name: 'Bucket', code: 'store_unreachable' }] })
  fixture = await createTestEnvironment(database)
  await deleteIt({ due: new Date(Date.now() - 31 * 86_400_000) })
  await remove()
  expect(await organization()).toBeUndefined()
})

test('keeps the proxy that serves the dashboard', async () => {
  const { serverId: server_id, organizationId: organization_id } = fixture
  await db.insertInto('server_proxies').values({ server_id, organization_id, serves_dashboard: true }).execute()
  await deleteIt()
  await remove()
  expect(effects.at(-1)).toBe('server')
})

async function addAccount(due: Date | null): Promise<{ userId: Id<'usr'>; organizationId: Id<'org'> }> {
  const userId = newId('usr')
  const email = `${userId}@example.com`
  const row = { id: userId, email, email_key: email, password_hash: '!', email_verified_at: new Date() }
  await db
    .insertInto('users')
    .values({ ...row, deletion_due_at: due })
    .execute()
  const organizationId = await database.system((tx) => createOwnOrganization(tx, { userId, name: 'Ada' }))
  await createTestEnvironment(database, { organizationId })
  return { userId, organizationId }
}

const isThere = async (userId: Id<'usr'>) =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined

test('a due account is deleted with its own organization, after its resources on servers, and no other', async () => {
  const due = await addAccount(new Date(Date.now() - 1_000))
  const others = [await addAccount(new Date(Date.now() + 86_400_000)), await addAccount(null)]
  await remove(due.organizationId)
  expect(effects).toContain('environment')
  expect([await isThere(due.userId), await organization(due.organizationId)]).toEqual([false, undefined])
  for (const { userId, organizationId } of others) {
    expect(await isThere(userId)).toBe(true)
    expect(await organization(organizationId)).toBeDefined()
  }
})

test('an organization with other members outlives the account it was created with', async () => {
  const due = await addAccount(new Date(Date.now() - 1_000))
  const other = await addAccount(null)
  const membership = { id: newId('mem'), organization_id: due.organizationId, user_id: other.userId, role: 'owner' }
  await db.insertInto('memberships').values(membership).execute()
  await startRemovals(database)
  await deleteDueAccounts(db)
  expect([await isThere(due.userId), await isThere(other.userId)]).toEqual([false, true])
  expect(await organization(due.organizationId)).toBeDefined()
  expect(effects).toEqual([])
})

test('an account that signs in before its turn keeps everything', async () => {
  const { userId, organizationId } = await addAccount(new Date(Date.now() - 1_000))
  await startRemovals(database)
  await db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', userId).execute()
  await drive(subjectKey(removeOrganization, organizationId))
  expect(effects).toEqual([])
  expect(await organization(organizationId)).toBeDefined()
  expect(await isThere(userId)).toBe(true)
})
