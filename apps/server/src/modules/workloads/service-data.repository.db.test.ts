import { expect, it } from 'vitest'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects } from '../../testing/test-projects.ts'
import { ConfigureServicesBody, CreateEnvironmentBody } from '../environments/environments.schemas.ts'
import { createEnvironmentsService } from '../environments/environments.service.ts'
import { createServicesService } from '../environments/services.service.ts'
import { readProjectFacts } from '../projects/project-facts.query.ts'
import { dataVolumeIn, usedVolumes, volumeName } from './server-names.policy.ts'
import { adoptDataVolume, findDataVolume, listDataVolumes, saveDataVolume } from './service-data.repository.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: async () => [] }

it('after a restore of the control plane a database keeps the volume that it runs on, unless data was restored since', async () => {
  const options = { ...fixture.options, dependencies }
  const actor = await fixture.newActor()
  const { organizationId } = actor
  const projectId = encodeId('prj', await fixture.analyzed(actor))
  const body = CreateEnvironmentBody.parse({ projectId, name: 'Production' })
  const { id } = await createEnvironmentsService(options).create(actor, body)
  const list = ConfigureServicesBody.parse({ services: [{ name: 'db', kind: 'postgres' }] })
  const { services } = await createServicesService(options).configure(actor, id, list)
  const serviceId = services[0]?.id ?? newId('svc')
  const now = new Date(Date.now() + 1_000)
  const earlier = new Date(Date.now() - 60_000)
  await database.tenant(organizationId, async (tx) => {
    const read = () => findDataVolume(tx, organizationId, { serviceId })
    await adoptDataVolume(tx, organizationId, { serviceId, volume: 'data-one', restoredAt: now })
    expect(await read()).toBe('data-one')
    await adoptDataVolume(tx, organizationId, { serviceId, volume: 'data-two', restoredAt: now })
    expect(await read()).toBe('data-two')
    await saveDataVolume(tx, organizationId, { serviceId, volume: 'data-three' })
    await adoptDataVolume(tx, organizationId, { serviceId, volume: 'data-two', restoredAt: earlier })
    expect(await read()).toBe('data-three')
    await adoptDataVolume(tx, organizationId, { serviceId: newId('svc'), volume: 'data', restoredAt: now })
  })
})

it('each volume of an app has a row of its own, and is called as it is named until it was restored', async () => {
  const options = { ...fixture.options, dependencies }
  const actor = await fixture.newActor()
  const { organizationId } = actor
  const projectId = encodeId('prj', await fixture.analyzed(actor))
  const body = CreateEnvironmentBody.parse({ projectId, name: 'Production' })
  const { id } = await createEnvironmentsService(options).create(actor, body)
  const volumes = [
    { name: 'uploads', path: '/uploads' },
    { name: 'data', path: '/data' },
  ]
  const web = { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' }, volumes }
  const { services } = await createServicesService(options).configure(
    actor,
    id,
    ConfigureServicesBody.parse({ services: [web] }),
  )
  const serviceId = services[0]?.id ?? newId('svc')
  await database.tenant(organizationId, async (tx) => {
    const read = (name: string) => findDataVolume(tx, organizationId, { serviceId, name })
    expect(await read('uploads')).toBe('uploads')
    await saveDataVolume(tx, organizationId, { serviceId, name: 'uploads', volume: 'uploads-0123456789abcdef' })
    expect([await read('uploads'), await read('data')]).toEqual(['uploads-0123456789abcdef', 'data'])
    const rows = await listDataVolumes(tx, organizationId, [serviceId])
    expect(rows).toEqual([{ serviceId, name: 'uploads', volume: 'uploads-0123456789abcdef' }])
  })
})

it('finds the data among the volumes of a container', () => {
  const [one, other] = [newId('svc'), newId('svc')]
  expect(dataVolumeIn(one, [volumeName(other, 'data'), volumeName(one, 'data-01abc')])).toBe('data-01abc')
  expect(dataVolumeIn(one, [volumeName(one, 'data')])).toBe('data')
  expect(dataVolumeIn(one, [volumeName(one, 'uploads'), 'longshore-proxy'])).toBeNull()
  expect(dataVolumeIn(one, [volumeName(one, 'data'), volumeName(one, 'uploads-01abc')], 'uploads')).toBe(
    'uploads-01abc',
  )
  const used = usedVolumes(one, [volumeName(one, 'uploads-0123456789abcdef'), volumeName(one, 'data'), 'other'])
  expect(used).toEqual([
    { name: 'uploads', volume: 'uploads-0123456789abcdef' },
    { name: 'data', volume: 'data' },
  ])
})
