import { beforeEach, expect, test } from 'vitest'
import { lockHolders } from '../../../platform/durable/locks.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { findEnvironment, requireChangeableEnvironment } from '../../environments/index.ts'
import { ServiceBody } from '../../environments/services.schemas.ts'
import { endMove } from './end-move.action.ts'
import { listMoves } from './moves.repository.ts'
import { createMovesService } from './moves.service.ts'
import { listOverdueMoves } from './moves.system-repository.ts'
import { startMove } from './start-move.action.ts'

const { database } = await useTestDatabase()
const moves = createMovesService({ database })
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
let fixture: TestEnvironment
let there: Id<'srv'>

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  const { organizationId: organization_id, environmentId: environment_id, serverId: server_id } = fixture
  const db = database.systemDb
  const { name, kind, ...configuration } = ServiceBody.parse({ name: 'db', kind: 'postgres' })
  const service = { name, kind, position: 1, configuration: JSON.stringify(configuration), owned_by_file: [] }
  await db
    .insertInto('services')
    .values({ id: newId('svc'), organization_id, environment_id, ...service })
    .execute()
  there = newId('srv')
  const server = { id: there, organization_id, name: 'there', host: '192.0.2.8', port: 22, username: 'root' }
  await db
    .insertInto('servers')
    .values({ ...server, status: 'ready' })
    .execute()
  await db.insertInto('server_checks').values({ server_id: there, organization_id }).execute()
  const key = { is_generated: true, public_key: 'ssh-ed25519 AAAA', sealed_private_key: 'sealed' }
  await db
    .insertInto('server_keys')
    .values({ id: newId('run'), organization_id, server_id: there, state: 'current', ...key })
    .execute()
  const deploymentId = newId('dep')
  const about = { id: deploymentId, organization_id, environment_id, number: 900, status: 'live', trigger: 'manual' }
  await db
    .insertInto('deployments')
    .values({ ...about, finished_at: new Date(), switched_at: new Date() })
    .execute()
  await db
    .insertInto('releases')
    .values({ id: newId('rel'), organization_id, environment_id, deployment_id: deploymentId, services: '[]' })
    .execute()
  await db
    .updateTable('environments')
    .set({ live_deployment_id: deploymentId, live_server_id: server_id })
    .where('id', '=', environment_id)
    .execute()
})

async function begin(serverId = there): Promise<void> {
  const { organizationId, environmentId, actor } = fixture
  await database.tenant(organizationId, async (tx) => {
    const environment = await requireChangeableEnvironment(tx, organizationId, environmentId)
    await startMove(tx, actor, { environment, serverId })
  })
}

const newest = async () => {
  const page = { environmentId: fixture.environmentId, before: undefined, limit: 10 }
  const [row] = await database.tenant(fixture.organizationId, (tx) => listMoves(tx, fixture.organizationId, page))
  if (row === undefined) throw new Error('there is no move')
  return row
}
const environment = () =>
  database.tenant(fixture.organizationId, (tx) => findEnvironment(tx, fixture.organizationId, fixture.environmentId))

async function end(liveServerId: Id<'srv'>): Promise<void> {
  const { organizationId, environmentId } = fixture
  const db = database.systemDb
  await db.updateTable('environments').set({ live_server_id: liveServerId }).where('id', '=', environmentId).execute()
  const { id: runId } = await newest()
  await database.tenant(organizationId, (tx) => endMove(tx, organizationId, { environmentId, runId }))
  await db.deleteFrom('workflow_locks').execute()
  await db.updateTable('workflow_runs').set({ status: 'succeeded', finished_at: new Date() }).execute()
}

test('a move is a deployment on the new server with exclusive access to the environment; a second one is refused', async () => {
  await begin()
  const row = await newest()
  expect(row).toMatchObject({ status: 'moving', from_server_id: fixture.serverId, to_server_id: there })
  expect((await environment())?.server_id).toBe(there)
  const holders = await database.tenant(fixture.organizationId, (tx) =>
    lockHolders(tx, `environment:${fixture.environmentId}`),
  )
  expect(holders).toMatchObject([{ runId: row.id, kind: 'deploy', mode: 'exclusive' }])
  await expect(begin()).rejects.toEqual(failsWith('environment_busy'))
})

test('a failed move leaves the environment on its server', async () => {
  await begin()
  await end(fixture.serverId)
  expect((await newest()).status).toBe('returned')
  expect((await environment())?.server_id).toBe(fixture.serverId)
})

test('old data is kept: moving back needs a confirmation first, and the data expires', async () => {
  await begin()
  await end(there)
  const row = await newest()
  expect(row).toMatchObject({ status: 'moved', kept_until: expect.any(Date) })
  await expect(begin(fixture.serverId)).rejects.toEqual(failsWith('move_data_kept'))
  const later = new Date(Date.now() + 4 * 24 * 3_600_000)
  expect((await listOverdueMoves(database.systemDb, later)).map(({ id }) => id)).toContain(row.id)
  const at = { id: fixture.environmentId, did: row.id }
  await expect(moves.confirm({ ...fixture.actor, kind: 'token' }, at)).rejects.toEqual(failsWith('person_required'))
  expect(await moves.confirm(fixture.actor, at)).toMatchObject({ keptUntil: null, confirmedAt: expect.any(Date) })
  expect(await moves.confirm(fixture.actor, at)).toMatchObject({ confirmedAt: expect.any(Date) })
})

test('returns 409 while a restore can be undone', async () => {
  const { organizationId: organization_id, environmentId: environment_id } = fixture
  const about = {
    source: 'backup',
    target: 'in_place',
    status: 'succeeded',
    new_volume: 'data-one',
    old_volume: 'data',
  }
  const undo_until = new Date(Date.now() + 60_000)
  await database.systemDb
    .insertInto('restores')
    .values({
      id: newId('rst'),
      organization_id,
      environment_id,
      service_id: newId('svc'),
      run_id: newId('run'),
      undo_until,
      ...about,
    })
    .execute()
  await expect(begin()).rejects.toEqual(failsWith('move_restore_open'))
})
