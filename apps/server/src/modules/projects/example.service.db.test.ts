import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { deployFirst } from '../deployments/start-deployment.action.ts'
import { createServersService } from '../servers/servers.service.ts'
import { createExampleService } from './example.service.ts'
import { defaultExampleImage } from './example-app.policy.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const { options, domains, projects } = fixture
const examples = createExampleService({ ...options, domains, deploy: deployFirst, exampleImage: defaultExampleImage })
let actor: Actor

beforeEach(async () => {
  actor = await fixture.newActor()
})

const addServer = () =>
  createServersService(options).create(actor, {
    ...{ name: 'One', host: '203.0.113.7', port: 22, username: 'root' },
    baseDomain: 'apps.example.com',
  })

test('creates an active project with one web service, and deploys it', async () => {
  const { id: serverId } = await addServer()
  const created = await examples.create(actor, { serverId })
  expect(created.project).toMatchObject({ name: 'Example', isExample: true, status: 'active', analysis: null })
  expect(created.environment).toMatchObject({ name: 'production', serverId })
  expect(created.environment.services).toMatchObject([{ name: 'web', kind: 'web', port: 3000 }])
  expect(created.environment.domains).toMatchObject([{ origin: 'automatic' }])
  expect(created.deployment).toMatchObject({ number: 1, status: 'queued', serverId })
})

test('a second example gets its own slug', async () => {
  const { id: serverId } = await addServer()
  const slugs = []
  for (let count = 0; count < 2; count += 1) slugs.push((await examples.create(actor, { serverId })).project.slug)
  expect(new Set(slugs).size).toBe(2)
})

test('creates nothing without a server, or without the permission to deploy', async () => {
  await expect(examples.create(actor, { serverId: newId('srv') })).rejects.toMatchObject({
    errors: [{ pointer: '/serverId' }],
  })
  const { id: serverId } = await addServer()
  const token = { ...actor, permissions: new Set(['projects:write', 'environments:write'] as const) }
  await expect(examples.create(token, { serverId })).rejects.toEqual(failsWith('forbidden'))
  expect((await projects.list(actor, { limit: 10 })).items).toEqual([])
})
