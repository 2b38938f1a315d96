import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { claimVolumeMeasurement } from '../lifecycle/sweep-times.repository.ts'
import { volumeName } from '../server-names.policy.ts'
import { saveDataVolume } from '../service-data.repository.ts'
import { hasUnmeasuredVolumes, saveInstances, saveVolumeSizes } from './observations.repository.ts'
import type { StoredInstance } from './observations.schemas.ts'
import { createObservationsService } from './observations.service.ts'

const { database } = await useTestDatabase()
const observations = createObservationsService({ database, hasBackups: async () => true })
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  const { environmentId, serverId } = fixture
  await database.systemDb
    .updateTable('environments')
    .set({ live_server_id: serverId })
    .where('id', '=', environmentId)
    .execute()
})

const instance = (more: Partial<StoredInstance> = {}): StoredInstance => ({
  serviceId: fixture.serviceId,
  slot: 0,
  container: 'longshore-web-0',
  deploymentId: null,
  state: 'running',
  health: null,
  startedAt: '2026-11-18T08:00:00.000Z',
  restarts: 2,
  exitCode: null,
  outOfMemory: false,
  ...more,
})

const save = (instances: StoredInstance[], where: Partial<TestEnvironment> = {}) => {
  const { organizationId, serverId, environmentId } = { ...fixture, ...where }
  const environments = [{ id: environmentId, instances }]
  return database.tenant(organizationId, (tx) => saveInstances(tx, organizationId, { serverId, environments }))
}

test('shows the containers of services as the last sweep saw them', async () => {
  const { actor, environmentId } = fixture
  expect(await observations.instances(actor, environmentId)).toEqual({ items: [], observedAt: null })
  await save([instance(), instance({ slot: 1, state: 'exited', exitCode: 1 }), instance({ serviceId: newId('svc') })])
  const { items, observedAt } = await observations.instances(actor, environmentId)
  expect(observedAt).toBeInstanceOf(Date)
  expect(
    items.map(({ serviceName, number, state, restarts, startedAt }) => [
      serviceName,
      number,
      state,
      restarts,
      startedAt,
    ]),
  ).toEqual([
    ['web', 1, 'running', 2, new Date('2026-11-18T08:00:00.000Z')],
    ['web', 2, 'exited', 2, new Date('2026-11-18T08:00:00.000Z')],
  ])
  await save([])
  expect((await observations.instances(actor, environmentId)).items).toEqual([])
})

test('ignores environments that a server claims but does not have', async () => {
  const other = await createTestEnvironment(database)
  await save([instance()], { serverId: other.serverId })
  await save([instance()], { environmentId: other.environmentId })
  expect((await observations.instances(fixture.actor, fixture.environmentId)).observedAt).toBeNull()
  expect((await observations.instances(other.actor, other.environmentId)).observedAt).toBeNull()
})

test('shows the size of the volume that is in use after a restore', async () => {
  const { actor, organizationId, serverId, environmentId, serviceId } = fixture
  const configuration = { volumes: [{ name: 'uploads', path: '/uploads' }] }
  await database.systemDb
    .updateTable('services')
    .set({ configuration: JSON.stringify(configuration) })
    .where('id', '=', serviceId)
    .execute()
  const sizeOf = async () => (await observations.volumes(actor, environmentId)).items
  const expected = { serviceId, serviceName: 'web', name: 'uploads', path: '/uploads', isBackedUp: true }
  expect(await sizeOf()).toEqual([{ ...expected, sizeBytes: null }])
  const volumes = [
    { name: volumeName(serviceId, 'uploads'), sizeBytes: 10 },
    { name: volumeName(serviceId, 'uploads-0123456789abcdef'), sizeBytes: 20 },
  ]
  await database.tenant(organizationId, async (tx) => {
    await saveVolumeSizes(tx, organizationId, { serverId, environments: [{ id: environmentId, volumes }] })
  })
  expect(await sizeOf()).toEqual([{ ...expected, sizeBytes: 10 }])
  await database.tenant(organizationId, (tx) =>
    saveDataVolume(tx, organizationId, { serviceId, name: 'uploads', volume: 'uploads-0123456789abcdef' }),
  )
  expect(await sizeOf()).toEqual([{ ...expected, sizeBytes: 20 }])
})

test('measures volumes once an hour, and new environments within a minute', async () => {
  const { organizationId, serverId, environmentId } = fixture
  const inTenant = <Of>(work: (tx: Tx) => Promise<Of>) => database.tenant(organizationId, work)
  const claim = (isEarly: boolean) =>
    inTenant((tx) => claimVolumeMeasurement(tx, organizationId, { serverId, isEarly }))
  const isWaiting = () => inTenant((tx) => hasUnmeasuredVolumes(tx, organizationId, serverId))
  expect([await claim(false), await claim(false), await claim(true)]).toEqual([true, false, false])
  await database.systemDb
    .updateTable('server_checks')
    .set({ next_volume_measurement_at: sql`now() + interval '58 minutes'` })
    .where('server_id', '=', serverId)
    .execute()
  expect([await claim(false), await claim(true), await claim(true)]).toEqual([false, true, false])
  await inTenant((tx) =>
    saveInstances(tx, organizationId, { serverId, environments: [{ id: environmentId, instances: [] }] }),
  )
  await database.systemDb
    .updateTable('environment_observations')
    .set({ volumes_at: null })
    .where('environment_id', '=', environmentId)
    .execute()
  expect(await isWaiting()).toBe(true)
  await inTenant((tx) => saveVolumeSizes(tx, organizationId, { serverId, environments: [] }))
  expect(await isWaiting()).toBe(false)
})
