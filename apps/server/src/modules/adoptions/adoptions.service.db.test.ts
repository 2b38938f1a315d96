import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { changeEnvironmentState } from '../environments/index.ts'
import { ServiceBody } from '../environments/services.schemas.ts'
import { findAdoption, insertAdoption, isAdoptionUndone, updateAdoption } from './adoptions.repository.ts'
import { AdoptBody, type AdoptionStatus } from './adoptions.schemas.ts'
import { createAdoptionsService } from './adoptions.service.ts'
import { endAdoption } from './end-adoption.action.ts'
import type { FrozenStack, PreparedStack } from './frozen-stack.schemas.ts'
import { blockedBy } from './stack-findings.text.ts'

const { database, url } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const { recipient } = await generateIdentity()
const sealer = createSealer(recipient)
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })

const stack: FrozenStack = {
  name: 'shop',
  containers: [],
  data: [],
  images: [],
  holdsProxyPorts: false,
  web: [],
  volumes: [],
}
const prepared: PreparedStack = {
  plan: { name: 'shop', services: [], leftOut: [], data: [], isAdoptable: true, findings: [], downtime: '' },
  services: [ServiceBody.parse({ name: 'web', kind: 'web', port: 80, source: { builder: 'image', image: 'nginx:1' } })],
  variables: [{ id: newId('var'), key: 'A', service: 'web', content: { value: 'b' } }],
  stack,
}
let answer: unknown = prepared
const link = { call: async () => answer } as unknown as LinkClient
const adoptions = createAdoptionsService({ database, link, sealer, domains: async () => [] })
const body = AdoptBody.parse({})

let fixture: TestEnvironment

beforeEach(async () => {
  answer = { ...prepared, variables: [{ ...prepared.variables[0], id: newId('var') }] }
  fixture = await createTestEnvironment(database)
})

async function adoption(status: AdoptionStatus): Promise<void> {
  const { organizationId, environmentId, serverId } = fixture
  await database.tenant(organizationId, async (tx) => {
    const about = { environmentId, serverId, composeProject: 'shop', stack, runId: newId('run'), createdBy: null }
    await insertAdoption(tx, organizationId, about)
    await updateAdoption(tx, organizationId, environmentId, { status })
  })
}

const read = async () => (await adoptions.get(fixture.actor, fixture.environmentId)).adoption

test('an adoption creates a project and an environment, and nothing is deployed', async () => {
  const { actor, serverId } = fixture
  const adopted = await adoptions.adopt(actor, { id: serverId, name: 'shop' }, body)
  expect(adopted.project.name).toBe('shop')
  expect(adopted.environment).toMatchObject({ name: 'production', liveDeploymentId: null })
  expect(adopted.adoption).toMatchObject({ status: 'preparing', composeProject: 'shop', deploymentId: null })
})

test('409 when the same project is adopted twice', async () => {
  const { actor, serverId } = fixture
  await adoption('ready')
  await expect(adoptions.adopt(actor, { id: serverId, name: 'shop' }, body)).rejects.toEqual(
    failsWith('adoption_exists'),
  )
})

test('409 with the cause and the remedy when the plan is blocked', async () => {
  const { actor, serverId } = fixture
  answer = { ...prepared, plan: { ...prepared.plan, findings: [blockedBy('privileged', 'web')] } }
  const refused = adoptions.adopt(actor, { id: serverId, name: 'shop' }, body)
  await expect(refused).rejects.toEqual(failsWith('compose_project_not_adoptable'))
  await expect(refused).rejects.toThrow('web: The container is privileged')
})

test('404 when the project is no longer on the server', async () => {
  answer = null
  const { actor, serverId } = fixture
  await expect(adoptions.plan(actor, { id: serverId, name: 'shop' }, {})).rejects.toEqual(failsWith('not_found'))
})

test('422 for services that the project does not have, and both plans and adoptions name them', async () => {
  const { actor, serverId } = fixture
  const at = { id: serverId, name: 'shop' }
  const service = { name: 'web', kind: 'web', image: 'nginx:1', port: 80, volumes: [], files: [], variables: [] }
  const plan = { ...prepared.plan, services: [service], leftOut: ['proxy'] }
  const message = 'has unknown services: wbe, db. Known: web, proxy'
  const refusal = expect.objectContaining({ errors: [{ pointer: '/services', code: 'not_found', message }] })
  answer = plan
  await expect(adoptions.plan(actor, at, { services: 'web,wbe,db' })).rejects.toEqual(refusal)
  expect(await adoptions.plan(actor, at, { services: 'web,proxy' })).toEqual(plan)
  answer = { ...prepared, plan }
  const chosen = AdoptBody.parse({ services: ['wbe', 'web', 'db'] })
  await expect(adoptions.adopt(actor, at, chosen)).rejects.toEqual(refusal)
})

test('403 for a token without one of the permissions', async () => {
  const { actor, serverId } = fixture
  const limited = {
    ...actor,
    permissions: new Set([...actor.permissions].filter((each) => each !== 'variables:write')),
  }
  await expect(adoptions.adopt(limited, { id: serverId, name: 'shop' }, body)).rejects.toEqual(failsWith('forbidden'))
})

test('the switch is a deployment, and only one', async () => {
  const { actor, environmentId } = fixture
  await adoption('ready')
  const switching = await adoptions.switch(actor, environmentId)
  expect(switching.status).toBe('switching')
  expect(switching.deploymentId).not.toBeNull()
  await expect(adoptions.switch(actor, environmentId)).rejects.toEqual(failsWith('adoption_not_ready'))
})

test('a token cannot delete the old volumes', async () => {
  const { actor, environmentId } = fixture
  await adoption('adopted')
  const token = { ...actor, kind: 'token' as const }
  const attempt = adoptions.confirm(token, environmentId, { removeVolumes: true })
  await expect(attempt).rejects.toEqual(failsWith('person_required'))
})

test.each(['preparing', 'failed', 'undone', 'confirmed'] as const)(
  '409 for the switch, undo, and confirmation when it is %s',
  async (status) => {
    const { actor, environmentId } = fixture
    await adoption(status)
    await expect(adoptions.switch(actor, environmentId)).rejects.toEqual(failsWith('adoption_not_ready'))
    await expect(adoptions.undo(actor, environmentId)).rejects.toEqual(failsWith('adoption_not_undoable'))
    const confirmed = adoptions.confirm(actor, environmentId, { removeVolumes: false })
    if (status === 'confirmed') expect((await confirmed).status).toBe('confirmed')
    else await expect(confirmed).rejects.toEqual(failsWith('adoption_not_confirmable'))
  },
)

test('a deployment that ends without being live returns to the old containers', async () => {
  const { actor, organizationId, environmentId } = fixture
  await adoption('ready')
  const { deploymentId } = await adoptions.switch(actor, environmentId)
  if (deploymentId === null) throw new Error('there is no deployment')
  const error = { code: 'adoption_data_differs', message: 'web: differs' }
  await database.tenant(organizationId, async (tx) => {
    const other = { environmentId, deploymentId: newId('dep'), switchedAt: null, error }
    await endAdoption(tx, organizationId, other)
  })
  expect((await read())?.status).toBe('switching')
  await database.tenant(organizationId, (tx) =>
    endAdoption(tx, organizationId, { environmentId, deploymentId, switchedAt: null, error }),
  )
  expect(await read()).toMatchObject({
    status: 'returned',
    error: { code: 'adoption_data_differs', detail: 'web: differs' },
  })
})

test('a deployment that was canceled before anything stopped leaves it ready', async () => {
  const { actor, organizationId, environmentId } = fixture
  await adoption('ready')
  const { deploymentId } = await adoptions.switch(actor, environmentId)
  if (deploymentId === null) throw new Error('there is no deployment')
  await database.tenant(organizationId, (tx) =>
    endAdoption(tx, organizationId, { environmentId, deploymentId, switchedAt: null, error: null }),
  )
  expect((await read())?.status).toBe('ready')
})

test('old containers that could not be started again are started by an undo, or used by another switch', async () => {
  const { actor, organizationId, environmentId } = fixture
  const tx = <Result>(work: Parameters<typeof database.tenant<Result>>[1]) => database.tenant(organizationId, work)
  const stoppedAt = async () => (await tx((each) => findAdoption(each, organizationId, environmentId)))?.stopped_at
  const fail = async () => {
    const { deploymentId } = await adoptions.switch(actor, environmentId)
    if (deploymentId === null) throw new Error('there is no deployment')
    await tx((each) => updateAdoption(each, organizationId, environmentId, { isStopped: true }))
    const error = { code: 'server_unreachable', message: 'gone', notUndone: ['move-data'] }
    await tx((each) => endAdoption(each, organizationId, { environmentId, deploymentId, switchedAt: null, error }))
    await tx((each) => changeEnvironmentState(each, organizationId, { id: environmentId, status: 'idle' }))
    await superuser.query('delete from workflow_runs')
  }
  await adoption('ready')
  await fail()
  expect(await read()).toMatchObject({ status: 'stopped', error: { code: 'adoption_left_stopped' } })
  await fail()
  expect(await stoppedAt()).not.toBeNull()
  expect((await adoptions.undo(actor, environmentId)).status).toBe('undoing')
})

test('409 for the undo after the environment moved to another server', async () => {
  const { actor, environmentId } = fixture
  await adoption('adopted')
  const other = await createTestEnvironment(database)
  await superuser.query('update environments set live_server_id = $2 where id = $1', [environmentId, other.serverId])
  await expect(adoptions.undo(actor, environmentId)).rejects.toEqual(failsWith('adoption_moved'))
})

test.each(['undoing', 'undone', 'adopted'] as const)(
  'whether the old containers run in its place: %s',
  async (status) => {
    const { organizationId, environmentId } = fixture
    await adoption(status)
    const found = await database.tenant(organizationId, (tx) => isAdoptionUndone(tx, organizationId, environmentId))
    expect(found).toBe(status !== 'adopted')
  },
)

test('an environment that takes over nothing has no adoption', async () => {
  expect(await read()).toBeNull()
})
