import { beforeEach, expect, test } from 'vitest'
import { requestCancel, subjectKey } from '../../platform/durable/runs.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, scriptedDeploy, type TestEnvironment } from '../../testing/test-deployments.ts'
import { changeDeploymentStatus } from './change-deployment-status.action.ts'
import { deployEnvironment } from './deployments.references.ts'
import { findDeployment } from './deployments.repository.ts'
import { createDeploymentsService } from './deployments.service.ts'

const { database } = await useTestDatabase()
const deployments = createDeploymentsService({ database })
let fixture: TestEnvironment
let id: Id<'dep'>

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  id = (await deployments.create(fixture.actor, fixture.environmentId, { clearCache: false })).id
})

test('rejects a transition that the table does not have, and publishes nothing', async () => {
  await expect(change('live')).rejects.toThrow('cannot go from queued to live')
  expect(await eventsOf()).toEqual(['status queued'])
})

test('rejects a change from a row that is no longer current', async () => {
  const { organizationId } = fixture
  await change('preparing')
  const outdated = database.tenant(organizationId, async (tx) => {
    const known = await findDeployment(tx, organizationId, { id })
    if (known !== undefined) await changeDeploymentStatus(tx, { ...known, status: 'queued' }, 'cancelled')
  })
  await expect(outdated).rejects.toThrow('is no longer queued')
  expect(await eventsOf()).toEqual(['status queued', 'status preparing'])
})

test('a run that is canceled without a request for its deployment ends as canceled, once, on a closed stream', async () => {
  const { environmentId, organizationId } = fixture
  const cancel = async () => {
    await database.tenant(organizationId, (tx) => requestCancel(tx, brandId<'run'>(id)))
  }
  const { drive } = testDriver(database, [scriptedDeploy({ 'build-image': { run: cancel } })])
  await drive(subjectKey(deployEnvironment, environmentId))
  const events = await eventsOf()
  expect(events.filter((event) => event.startsWith('status'))).toEqual([
    'status queued',
    'status preparing',
    'status building',
    'status cancelled',
  ])
  expect(events.at(-1)).toBe('end')
  const environment = await database.systemDb
    .selectFrom('environments')
    .select('status')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  expect(environment.status).toBe('idle')
})

async function change(to: 'live' | 'preparing'): Promise<void> {
  const { organizationId } = fixture
  await database.tenant(organizationId, async (tx) => {
    const known = await findDeployment(tx, organizationId, { id })
    if (known !== undefined) await changeDeploymentStatus(tx, known, to)
  })
}

async function eventsOf(): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('run_events')
    .select(['kind', 'data'])
    .where('run_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ kind, data }) => (kind === 'status' ? `status ${(data as { status: string }).status}` : kind))
}
