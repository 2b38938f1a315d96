import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startRun } from '../../platform/durable/runs.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { readProjectFacts } from '../projects/project-facts.query.ts'
import { stopEnvironment } from './environments.references.ts'
import { lockEnvironment } from './environments.repository.ts'
import { createLifecycleService } from './lifecycle.service.ts'
import { removeAutomatically } from './remove-automatically.action.ts'
import { ServiceConfiguration } from './services.schemas.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
afterAll(() => superuser.end())
const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: async () => [] }
const lifecycle = createLifecycleService({ database, clock: { now: () => new Date() }, dependencies })
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
})

/**
 * Locks rows like the worker's run hooks do, the run first and then its environment, during a removal of the
 * environment.
 */
async function hookDuring(removal: () => Promise<unknown>): Promise<void> {
  const { organizationId, environmentId } = fixture
  const input = { environmentId }
  const runId = await database.tenant(organizationId, (tx) =>
    startRun(tx, { workflow: stopEnvironment, key: environmentId, input, organizationId }),
  )
  let removing: Promise<unknown> | undefined
  await database.system(async (tx) => {
    await sql`update workflow_runs set status = 'running' where id = ${runId}`.execute(tx)
    removing = removal()
    removing.catch(() => undefined)
    await expect.poll(waitingForLocks, { timeout: 10_000, interval: 20 }).toBe(1)
    await lockEnvironment(tx, organizationId, environmentId)
  })
  await removing
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count ?? 0
}

test('a removal by force and a hook of a run do not block each other', async () => {
  const { actor, environmentId } = fixture
  await hookDuring(() => lifecycle.remove(actor, environmentId, { force: true, backups: 'keep', permanent: false }))
  expect(await unfinished()).toEqual(['stop-environment cancelled', 'trash-environment'])
})

test('a removal without a person and a hook of a run do not block each other', async () => {
  const { organizationId, environmentId: id } = fixture
  await hookDuring(() =>
    database.tenant(organizationId, (tx) => removeAutomatically(tx, organizationId, { id, why: 'closed' })),
  )
  expect(await unfinished()).toEqual(['stop-environment cancelled', 'remove-environment'])
})

async function unfinished(): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('workflow_runs')
    .select(['kind', 'cancel_requested_at'])
    .where('organization_id', '=', fixture.organizationId)
    .orderBy('position')
    .execute()
  return rows.map((row) => `${row.kind}${row.cancel_requested_at === null ? '' : ' cancelled'}`)
}

test('restarts one service of the live release', async () => {
  const { actor, environmentId: id, serviceId } = fixture
  const isLive = { ...dependencies, liveRelease: async () => ({ branch: null, services: liveServices, variables: [] }) }
  const service = createLifecycleService({ database, clock: { now: () => new Date() }, dependencies: isLive })
  await expect(service.restartService(actor, { id, serviceId })).rejects.toMatchObject({
    problem: { code: 'environment_not_deployed' },
  })
  await makeLive()
  await expect(service.restartService(actor, { id, serviceId: newId('svc') })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
  await service.restartService(actor, { id, serviceId })
  expect(await unfinished()).toEqual(['restart-environment'])
  const { input } = await database.systemDb
    .selectFrom('workflow_runs')
    .select('input')
    .where('organization_id', '=', fixture.organizationId)
    .executeTakeFirstOrThrow()
  expect(input).toEqual({ environmentId: id, serviceId })
})

test('a service that is not in the live release cannot be restarted', async () => {
  const { actor, environmentId: id, serviceId } = fixture
  await makeLive()
  await expect(lifecycle.restartService(actor, { id, serviceId })).rejects.toMatchObject({
    problem: { code: 'service_not_running' },
  })
})

const liveServices = [{ name: 'web', kind: 'web' as const, configuration: ServiceConfiguration.parse({}) }]

async function makeLive(): Promise<void> {
  const { organizationId: organization_id, environmentId: environment_id, environmentId } = fixture
  const deployment = {
    id: newId('dep'),
    organization_id,
    environment_id,
    number: 1,
    status: 'live',
    trigger: 'manual',
    finished_at: new Date(),
  }
  await database.systemDb.insertInto('deployments').values(deployment).execute()
  await database.systemDb
    .updateTable('environments')
    .set({ live_deployment_id: deployment.id, status: 'live' })
    .where('id', '=', environmentId)
    .execute()
}
