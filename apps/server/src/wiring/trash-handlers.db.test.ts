/** Deletions through the services and the worker's runs, and back. No server is involved: nothing was deployed. */
import { beforeEach, expect, test } from 'vitest'
import { detachOrRemoveBackups } from '../modules/backups/index.ts'
import { ConfigureServicesBody, CreateEnvironmentBody } from '../modules/environments/environments.schemas.ts'
import { createEnvironmentsService } from '../modules/environments/environments.service.ts'
import { requirePerson } from '../modules/environments/index.ts'
import { createLifecycleService } from '../modules/environments/lifecycle.service.ts'
import { createServicesService } from '../modules/environments/services.service.ts'
import { ReplaceVariablesBody } from '../modules/environments/variables.schemas.ts'
import { createVariablesService } from '../modules/environments/variables.service.ts'
import { continueRemoval, giveUpRemoval, readProjectFacts } from '../modules/projects/index.ts'
import { createRemoveProject } from '../modules/projects/workflow/remove.workflow.ts'
import { purgeDue } from '../modules/trash/trash.poller.ts'
import { TrashQuery } from '../modules/trash/trash.schemas.ts'
import { createTrashService } from '../modules/trash/trash.service.ts'
import type { LifecycleWork } from '../modules/workloads/lifecycle/workflow/lifecycle.context.ts'
import { createRemoveEnvironment } from '../modules/workloads/lifecycle/workflow/remove.workflow.ts'
import { createTrashEnvironment } from '../modules/workloads/lifecycle/workflow/trash.workflow.ts'
import type { Actor } from '../platform/access/actor.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { PermanentError } from '../platform/durable/permanent-error.ts'
import { brandId, type Id } from '../platform/ids/brand.ts'
import { encodeId } from '../platform/ids/type-id.ts'
import { testDriver } from '../testing/durable-driver.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { createTestProjects, failsWith } from '../testing/test-projects.ts'
import { trashHandlers } from './trash-handlers.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const fixture = await createTestProjects(database)
const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: fixture.domains }
const options = { ...fixture.options, dependencies }
const environments = createEnvironmentsService(options)
const lifecycle = createLifecycleService(options)
const services = createServicesService(options)
const variables = createVariablesService(options)
const trash = createTrashService({
  ...{ database, handlers: trashHandlers },
  requirePerson: (actor) => requirePerson(systemClock, actor),
})
let isUnreachable = false
const work = {
  ...{ database, detachOrRemoveBackups, afterRemoval: continueRemoval, afterFailedRemoval: giveUpRemoval },
  runtimes: {
    async use() {
      if (isUnreachable) throw new PermanentError('connection_lost', 'no route')
    },
  },
} as unknown as LifecycleWork
const driver = testDriver(database, [
  createTrashEnvironment(work),
  createRemoveEnvironment(work),
  createRemoveProject(),
])
let actor: Actor
let projectId: Id<'prj'>

beforeEach(async () => {
  isUnreachable = false
  actor = await fixture.newActor()
  projectId = await fixture.analyzed(actor)
  // Its run would need a repository.
  await db.deleteFrom('workflow_runs').where('kind', '=', 'analyze-project').execute()
})

const create = (name: string, body: object = {}) =>
  environments.create(actor, CreateEnvironmentBody.parse({ projectId: encodeId('prj', projectId), name, ...body }))
const list = async () => (await trash.list(actor, TrashQuery.parse({}))).items
const only = async () => {
  const [item, ...others] = await list()
  if (item === undefined || others.length > 0) throw new Error(`${others.length + 1} items`)
  return item
}

/** Runs what Restate would run, until nothing is left. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const rows = await db
      .selectFrom('workflow_runs')
      .select('key')
      .where('organization_id', '=', actor.organizationId)
      .where('finished_at', 'is', null)
      .where('kind', 'in', ['trash-environment', 'remove-environment', 'remove-project'])
      .execute()
    if (rows.length === 0) return
    for (const { key } of rows) await driver.drive(key)
  }
  throw new Error('runs are left')
}

const removeEnvironment = async (id: Id<'env'>) => {
  await lifecycle.remove(actor, id, { force: false, backups: 'keep', permanent: false })
  await settle()
}
const removeProject = async () => {
  await fixture.projects.remove(actor, projectId, {})
  await settle()
}
const names = async () =>
  (
    await db.selectFrom('environments').select('name').where('project_id', '=', projectId).orderBy('name').execute()
  ).map(({ name }) => name)
const expire = async (id: Id<'trs'>) => {
  await db
    .updateTable('trash_items')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await purgeDue(database, { id, organizationId: actor.organizationId }, trashHandlers)
}

test('a deleted environment is in the trash, and comes back with its ID and variables', async () => {
  const { id } = await create('Production')
  const before = await environments.get(actor, id)
  await removeEnvironment(id)
  await expect(environments.get(actor, id)).rejects.toEqual(failsWith('not_found'))
  const item = await only()
  expect(item).toMatchObject({ kind: 'environment', name: 'Production', status: 'kept', deletedBy: { kind: 'user' } })
  const { leftOut } = await trash.restore(actor, item.id)
  expect(leftOut).toEqual({})
  const { version: _, updatedAt: __, ...rest } = before
  expect(await environments.get(actor, id)).toMatchObject(rest)
  expect(await list()).toEqual([])
})

test('a project comes back with its environments, but without one that was deleted before it', async () => {
  await create('Production')
  const { id: earlier } = await create('Old')
  await create('Staging')
  await removeEnvironment(earlier)
  await removeProject()
  const item = await only()
  expect(item).toMatchObject({ kind: 'project', status: 'kept' })
  expect(await names()).toEqual([])
  await trash.restore(actor, item.id)
  expect(await names()).toEqual(['Production', 'Staging'])
  expect(await only()).toMatchObject({ kind: 'environment', name: 'Old' })
  expect((await fixture.projects.get(actor, projectId)).deletionRequestedAt).toBeNull()
})

test('an expired project is removed for good, with everything below it', async () => {
  const { id: production } = await create('Production')
  const set = (value: string) => ReplaceVariablesBody.parse({ variables: [{ key: 'A', value, secret: false }] })
  await variables.replace(actor, production, { dryRun: false, ...set('1') })
  await variables.replace(actor, production, { dryRun: false, ...set('2') })
  const { id: earlier } = await create('Old')
  await removeEnvironment(earlier)
  await removeProject()
  await expire((await only()).id)
  expect(await names()).toEqual(['Old', 'Production'])
  await settle()
  expect(await names()).toEqual([])
  expect(await list()).toEqual([])
  for (const table of ['trash_rows', 'trash_items', 'projects'] as const)
    expect(
      await db.selectFrom(table).selectAll().where('organization_id', '=', actor.organizationId).execute(),
    ).toEqual([])
})

test('what could not be removed goes back into the trash, says why, and can still be restored', async () => {
  const server = { id: brandId<'srv'>(crypto.randomUUID()), organization_id: actor.organizationId }
  await db
    .insertInto('servers')
    .values({ ...server, name: 'fsn-1', host: '192.0.2.7', port: 22, username: 'root', status: 'ready' })
    .execute()
  const { id } = await create('Production')
  await db.updateTable('environments').set({ server_id: server.id }).where('id', '=', id).execute()
  await removeProject()
  const item = await only()
  isUnreachable = true
  await expire(item.id)
  await settle()
  expect(await names()).toEqual([])
  expect(await only()).toMatchObject({ id: item.id, status: 'kept', problem: { code: 'removal_failed' } })
  await trash.restore(actor, item.id)
  const [row] = await db.selectFrom('environments').select(['name', 'slug', 'status']).where('id', '=', id).execute()
  expect(row).toEqual({ name: 'Production', slug: 'production', status: 'idle' })
})

test('a token never purges, skips the trash, or shortens the retention', async () => {
  const { id } = await create('Production')
  await removeEnvironment(id)
  const item = await only()
  const token: Actor = { ...actor, kind: 'token' }
  await expect(trash.purge(token, item.id, {})).rejects.toEqual(failsWith('person_required'))
  await expect(trash.setRetention(token, 1)).rejects.toEqual(failsWith('person_required'))
  const permanent = { force: false, backups: 'keep', permanent: true } as const
  const { id: other } = await create('Other')
  await expect(lifecycle.remove(token, other, permanent)).rejects.toEqual(failsWith('person_required'))
  await expect(fixture.projects.remove(token, projectId, { permanent: true })).rejects.toEqual(
    failsWith('person_required'),
  )
  const old: Actor = { ...actor, authenticatedAt: new Date(Date.now() - 3_600_000) }
  await expect(trash.purge(old, item.id, {})).rejects.toEqual(failsWith('recent_sign_in_required'))
  expect(await trash.setRetention(token, 30)).toMatchObject({ retentionDays: 30, items: 1 })
  await trash.purge(actor, item.id, {})
  await settle()
  expect(await list()).toEqual([])
})

test("a token that is limited to a project can't see or restore what belonged to others", async () => {
  const { id } = await create('Production')
  await removeEnvironment(id)
  const item = await only()
  const limited: Actor = { ...actor, kind: 'token', projectIds: new Set([brandId<'prj'>(crypto.randomUUID())]) }
  expect((await trash.list(limited, TrashQuery.parse({}))).items).toEqual([])
  await expect(trash.restore(limited, item.id)).rejects.toEqual(failsWith('not_found'))
  const reader: Actor = { ...actor, permissions: new Set(['projects:read']) }
  await expect(trash.restore(reader, item.id)).rejects.toEqual(failsWith('forbidden'))
})

test('previous values of variables come back, and replace the newer ones', async () => {
  const { id } = await create('Production')
  const set = (values: Record<string, string>) =>
    variables.replace(actor, id, {
      dryRun: false,
      ...ReplaceVariablesBody.parse({
        variables: Object.entries(values).map(([key, value]) => ({ key, value, secret: false })),
      }),
    })
  const read = async () =>
    Object.fromEntries((await variables.list(actor, id)).items.map((each) => [each.key, Reflect.get(each, 'value')]))
  await set({ A: '1', B: '2' })
  await set({ A: 'changed' })
  const item = await only()
  expect(item).toMatchObject({ kind: 'variables', name: 'B, A' })
  await trash.restore(actor, item.id)
  expect(await read()).toEqual({ A: '1', B: '2' })
  // The value that was replaced can be restored, too.
  await trash.restore(actor, (await only()).id)
  expect(await read()).toEqual({ A: 'changed', B: '2' })
})

test('a removed service comes back with its variables', async () => {
  const web = { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } }
  const configure = (names: object[]) => services.configure(actor, id, ConfigureServicesBody.parse({ services: names }))
  const { id } = await create('Production', { services: [web, { ...web, name: 'api' }] })
  const body = { variables: [{ key: 'KEY', value: 'x', secret: false, service: 'api' }] }
  await variables.replace(actor, id, { dryRun: false, ...ReplaceVariablesBody.parse(body) })
  await configure([web])
  expect((await variables.list(actor, id)).items).toEqual([])
  await trash.restore(actor, (await only()).id)
  expect((await environments.get(actor, id)).services.map(({ name }) => name).sort()).toEqual(['api', 'web'])
  expect((await variables.list(actor, id)).items).toMatchObject([{ key: 'KEY', service: 'api' }])
})
