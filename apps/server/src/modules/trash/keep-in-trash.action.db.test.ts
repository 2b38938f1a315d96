import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { recordAudit } from '../audit/index.ts'
import { keepInTrash, putBackInTrash } from './keep-in-trash.action.ts'
import { purgeItem } from './purge-item.action.ts'
import { restoreItem } from './restore-item.action.ts'
import { restoreRows } from './restore-rows.action.ts'
import { findTrashItem, listTrashedEnvironments, type TrashRow } from './trash.repository.ts'
import type { TrashKind } from './trash-kinds.schemas.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const by = { kind: 'user', name: 'ada@example.com' } as const
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
})

const remove = (kind: TrashKind, subjectId: string, name = kind as string): Promise<TrashRow> =>
  database.tenant(fixture.organizationId, (tx) =>
    keepInTrash(tx, fixture.organizationId, { kind, subjectId, name, by, projectId: fixture.projectId }),
  )

const restore = ({ id }: Pick<TrashRow, 'id'>) =>
  database.tenant(fixture.organizationId, async (tx) => {
    const item = await findTrashItem(tx, fixture.organizationId, id)
    if (item === undefined) throw new Error('it is no longer in the trash')
    return await restoreItem(tx, fixture.organizationId, { item, handlers: {} })
  })

/** Everything of the organization as text, except the trash and events. */
async function dump(): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'
      and table_name not like 'trash%' and table_name not like 'event%' and table_name in (select tablename from pg_tables) order by 1`.execute(
    db,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t
      where organization_id = ${fixture.organizationId} order by 1`.execute(db)
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Adds one row of many kinds below the environment. */
async function fill(): Promise<{ backupId: Id<'bkp'> }> {
  const { organizationId: organization_id, environmentId: environment_id, serverId: server_id, serviceId } = fixture
  const { userId } = fixture.actor
  const [releaseId, deploymentId, variableId, backupId] = [newId('rel'), newId('dep'), newId('var'), newId('bkp')]
  const same = { organization_id, environment_id }
  const finished = { finished_at: new Date(), switched_at: new Date() }
  await db
    .insertInto('deployments')
    .values({
      id: deploymentId,
      ...same,
      number: 1,
      status: 'live',
      trigger: 'manual',
      ...finished,
      created_by: userId,
    })
    .execute()
  await db
    .insertInto('releases')
    .values({ id: releaseId, ...same, deployment_id: deploymentId, services: '[]', server_id })
    .execute()
  await db.updateTable('deployments').set({ release_id: releaseId }).where('id', '=', deploymentId).execute()
  const value = 'a "quoted"\nvalue \\ ü'
  await db
    .insertInto('variables')
    .values({
      id: variableId,
      ...same,
      service_id: serviceId,
      key: 'GREETING',
      value,
      scope: 'runtime',
      is_secret: false,
    })
    .execute()
  await db
    .insertInto('release_variables')
    .values({ release_id: releaseId, variable_id: variableId, organization_id })
    .execute()
  const about = { service_id: serviceId, service_name: 'db', kind: 'manual', engine: 'postgres', status: 'succeeded' }
  const archive = { run_id: newId('run'), object_key: 'k', sha256: 'c'.repeat(64), manifest: '{}' }
  await db
    .insertInto('backups')
    .values({ id: backupId, ...same, ...about, ...archive })
    .execute()
  return { backupId }
}

test('an environment comes back byte for byte, with everything below it', async () => {
  await fill()
  const before = await dump()
  const item = await remove('environment', fixture.environmentId)
  expect(await db.selectFrom('environments').selectAll().where('id', '=', fixture.environmentId).execute()).toEqual([])
  expect(await dump()).not.toEqual(before)
  const { dropped } = await restore(item)
  expect(dropped).toEqual({})
  expect(await dump()).toEqual(before)
  expect(await db.selectFrom('trash_rows').selectAll().where('item_id', '=', item.id).execute()).toEqual([])
})

test('backups stay listed while their environment is in the trash, and belong to it again afterwards', async () => {
  const { backupId } = await fill()
  const item = await remove('environment', fixture.environmentId)
  const find = () => db.selectFrom('backups').select('environment_id').where('id', '=', backupId).executeTakeFirst()
  expect(await find()).toEqual({ environment_id: null })
  await restore(item)
  expect(await find()).toEqual({ environment_id: fixture.environmentId })
})

test('the item counts what it contains, and knows when it expires', async () => {
  await fill()
  await db.updateTable('organizations').set({ trash_days: 3 }).where('id', '=', fixture.organizationId).execute()
  const { id } = await remove('environment', fixture.environmentId)
  const [row] = await db.selectFrom('trash_items').selectAll().where('id', '=', id).execute()
  expect(row).toMatchObject({ contents: { services: 1, deployments: 1, variables: 1 }, status: 'kept' })
  expect((row?.expires_at.getTime() ?? 0) - (row?.deleted_at.getTime() ?? 0)).toBe(3 * 86_400_000)
  const ids = [fixture.environmentId, newId('env')]
  const trashed = await database.tenant(fixture.organizationId, (tx) =>
    listTrashedEnvironments(tx, fixture.organizationId, ids),
  )
  expect(trashed).toEqual([fixture.environmentId])
})

test('each change of the trash is published, after the other events of its transaction', async () => {
  const { organizationId, serviceId, actor } = fixture
  const item = await database.tenant(organizationId, async (tx) => {
    const kept = await keepInTrash(tx, organizationId, { kind: 'service', subjectId: serviceId, name: 'web', by })
    await recordAudit(tx, actor, { action: 'environment.updated', targetKind: 'environment', targetId: null })
    return kept
  })
  await restore(item)
  const again = await remove('service', serviceId)
  const problem = { code: 'unreachable', detail: 'The server is unreachable.' }
  const handlers = { service: { purge: async () => 'started' as const } }
  await database.tenant(organizationId, async (tx) => {
    await purgeItem(tx, organizationId, { item: again, handlers })
    await restoreRows(tx, { item: again })
  })
  await database.tenant(organizationId, (tx) => putBackInTrash(tx, organizationId, { item: again, problem }))
  await database.tenant(organizationId, async (tx) => {
    const finish = await purgeItem(tx, organizationId, { item: again, handlers: {} })
    await finish()
  })
  const { rows } = await sql<{ event: string }>`select kind || ' ' || (data->>'action') as event from events
    where organization_id = ${organizationId} order by seq`.execute(db)
  expect(rows.map(({ event }) => event)).toEqual([
    ...['audit environment.updated', 'trash_updated added', 'trash_updated restored', 'trash_updated added'],
    ...['trash_updated purge_started', 'trash_updated purge_failed', 'audit trash_item.purged', 'trash_updated purged'],
  ])
})

test('409 when what it belongs to was deleted later, until that is restored', async () => {
  const before = await dump()
  const environment = await remove('environment', fixture.environmentId)
  const project = await remove('project', fixture.projectId)
  await expect(restore(environment)).rejects.toEqual(failsWith('trash_parent_in_trash'))
  await restore(project)
  await restore(environment)
  expect(await dump()).toEqual(before)
})

test('409 when what it belonged to no longer exists', async () => {
  const item = await remove('environment', fixture.environmentId)
  await db.deleteFrom('projects').where('id', '=', fixture.projectId).execute()
  await expect(restore(item)).rejects.toEqual(failsWith('trash_parent_missing'))
})

test('409 when something else has its name now', async () => {
  const rows = () =>
    db.selectFrom('environments').select(['name', 'slug']).where('organization_id', '=', fixture.organizationId)
  const [old] = await rows().execute()
  const item = await remove('environment', fixture.environmentId)
  const { environmentId: id } = await createTestEnvironment(database, fixture)
  await db
    .updateTable('environments')
    .set({ slug: old?.slug ?? '' })
    .where('id', '=', id)
    .execute()
  await expect(restore(item)).rejects.toEqual(failsWith('trash_name_taken'))
  await db.updateTable('environments').set({ slug: 'other' }).where('id', '=', id).execute()
  await restore(item)
  expect(await rows().execute()).toHaveLength(2)
})

test('a reference to something that was deleted meanwhile becomes null', async () => {
  await fill()
  const item = await remove('environment', fixture.environmentId)
  await db.deleteFrom('users').where('id', '=', fixture.actor.userId).execute()
  await restore(item)
  const rows = db.selectFrom('deployments').select(['created_by', 'number'])
  const [row] = await rows.where('organization_id', '=', fixture.organizationId).execute()
  expect(row).toEqual({ created_by: null, number: 1 })
})

test('logs and metrics stay where they are, and go with a permanent deletion', async () => {
  const { organizationId: organization_id, environmentId: environment_id, serverId: server_id } = fixture
  await db
    .insertInto('runtime_log_heads')
    .values({ environment_id, organization_id, seq: 1, bytes: 1, last_at: new Date() })
    .execute()
  await db.insertInto('metric_series').values({ organization_id, server_id }).execute()
  const count = async () =>
    (await db.selectFrom('runtime_log_heads').selectAll().where('organization_id', '=', organization_id).execute())
      .length
  const item = await remove('environment', environment_id)
  expect(await count()).toBe(1)
  await restore(item)
  await database.tenant(organization_id, (tx) =>
    tx.deleteFrom('environments').where('id', '=', environment_id).execute(),
  )
  expect(await count()).toBe(0)
  const server = await remove('server', server_id)
  expect(await db.selectFrom('metric_series').selectAll().where('server_id', '=', server_id).execute()).toHaveLength(1)
  await restore(server)
  expect(await db.selectFrom('server_keys').selectAll().where('server_id', '=', server_id).execute()).toHaveLength(1)
})

test("an item of another organization can't be touched", async () => {
  const item = await remove('environment', fixture.environmentId)
  const other = await createTestEnvironment(database)
  await database.tenant(other.organizationId, async (tx) => {
    expect(await findTrashItem(tx, other.organizationId, item.id)).toBeUndefined()
    await sql`select return_from_trash(${item.id}, '{}', '{}')`.execute(tx)
  })
  expect(await db.selectFrom('trash_rows').selectAll().where('item_id', '=', item.id).execute()).not.toEqual([])
})
