import { beforeEach, expect, test } from 'vitest'
import { lockHolders, tryLock } from '../../../platform/durable/locks.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment } from '../../../testing/test-deployments.ts'
import { createTestRecovery, makeLive, type TestRecovery } from '../../../testing/test-recovery.ts'
import { findEnvironment } from '../../environments/index.ts'
import { ServiceBody } from '../../environments/services.schemas.ts'
import { backUp, environmentLock } from '../archives/backups.references.ts'
import { endMove } from '../moves/end-move.action.ts'
import { findKeptRecovery, listMoves } from '../moves/moves.repository.ts'
import { createMovesService } from '../moves/moves.service.ts'
import { listDueFences, listOverdueMoves } from '../moves/moves.system-repository.ts'
import { startFence } from './fence.poller.ts'
import { RecoverBody } from './recovery.schemas.ts'
import { createRecoveryService } from './recovery.service.ts'

const { database } = await useTestDatabase()
const recovery = createRecoveryService({ database })
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
const db = database.systemDb
let fixture: TestRecovery

beforeEach(async () => {
  fixture = await createTestRecovery(database)
  await fixture.setStatus(fixture.serverId, 'unreachable')
})

const recover = (body: object = {}) =>
  recovery.recover(
    fixture.actor,
    fixture.environmentId,
    RecoverBody.parse({ serverId: encodeId('srv', fixture.there), ...body }),
  )
const get = () => recovery.get(fixture.actor, fixture.environmentId, { serverId: fixture.there })
const consent = { allowDataLoss: true }

async function newest() {
  const page = { environmentId: fixture.environmentId, before: undefined, limit: 10 }
  const [row] = await database.tenant(fixture.organizationId, (tx) => listMoves(tx, fixture.organizationId, page))
  if (row === undefined) throw new Error('there is no move')
  return row
}

/** A backup of the database that waits for its server. */
async function beginBackup(): Promise<Id<'run'>> {
  const { organizationId, environmentId, postgres } = fixture
  return await database.tenant(organizationId, async (tx) => {
    const input = { environmentId, serviceId: postgres, isHeld: false }
    const runId = await startRun(tx, { workflow: backUp, key: postgres, input, organizationId })
    await tryLock(tx, environmentLock(environmentId, 'shared'), { runId, organizationId })
    return runId
  })
}

/** As the run of the deployment does. */
async function end(liveServerId: Id<'srv'>): Promise<void> {
  const { organizationId, environmentId } = fixture
  await db.updateTable('environments').set({ live_server_id: liveServerId }).where('id', '=', environmentId).execute()
  const { id: runId } = await newest()
  await database.tenant(organizationId, (tx) => endMove(tx, organizationId, { environmentId, runId }))
  await db.deleteFrom('workflow_locks').execute()
  await db.updateTable('workflow_runs').set({ status: 'succeeded', finished_at: new Date() }).execute()
}

test('a recovery is a deployment of the live release on the other server, with the newest usable backup', async () => {
  await fixture.addBackup(90)
  const newestUsable = await fixture.addBackup(20)
  await fixture.addBackup(10, fixture.s3, { outcome: 'failed' })
  await fixture.addBackup(
    5,
    await fixture.addLocation('disk', { type: 'server', serverId: encodeId('srv', fixture.serverId) }),
  )
  const deployment = await recover(consent)
  expect(deployment).toMatchObject({ trigger: 'recovery', status: 'queued' })
  const row = await newest()
  expect(row).toMatchObject({
    kind: 'recovery',
    status: 'moving',
    from_server_id: fixture.serverId,
    to_server_id: fixture.there,
  })
  expect(row.backups).toEqual([expect.objectContaining({ service: 'db', volume: null, backupId: newestUsable })])
  const holders = await database.tenant(fixture.organizationId, (tx) =>
    lockHolders(tx, `environment:${fixture.environmentId}`),
  )
  expect(holders).toMatchObject([{ runId: deployment.id, mode: 'exclusive' }])
  await expect(recover(consent)).rejects.toEqual(failsWith('environment_busy'))
})

test('409 while the server responds, except with force; 409 for the same server', async () => {
  await fixture.addBackup(1)
  await fixture.setStatus(fixture.serverId, 'ready')
  await expect(recover(consent)).rejects.toEqual(failsWith('recovery_server_reachable'))
  const same = { ...consent, serverId: encodeId('srv', fixture.serverId) }
  await expect(recover(same)).rejects.toEqual(failsWith('recovery_same_server'))
  expect(await recover({ ...consent, force: true })).toMatchObject({ trigger: 'recovery' })
})

test('409 without consent to the loss of what was written after the backup', async () => {
  await fixture.addBackup(21.5)
  await expect(recover()).rejects.toThrow(/22 min old/)
})

test('409 names data without a usable backup, and starts without it on request', async () => {
  await fixture.addBackup(
    5,
    await fixture.addLocation('disk', { type: 'server', serverId: encodeId('srv', fixture.serverId) }),
  )
  await expect(recover(consent)).rejects.toEqual(failsWith('recovery_without_backup'))
  await expect(recover(consent)).rejects.toThrow(/db/)
  await recover({ ...consent, withoutData: ['db'] })
  expect((await newest()).backups).toEqual([expect.objectContaining({ service: 'db', backupId: null })])
})

test('a backup on a third server is usable', async () => {
  const elsewhere = await fixture.addLocation('there', { type: 'server', serverId: encodeId('srv', fixture.there) })
  const id = await fixture.addBackup(5, elsewhere)
  expect(await get()).toMatchObject({ isRecoverable: true, data: [{ backupId: id, location: 'there' }] })
})

test('an image that exists only on the lost server prevents a recovery; a commit or a digest is enough', async () => {
  const image = {
    id: 'sha256:1',
    reference: 'longshore/env:1',
    contentHash: 'hash',
    digest: null,
    architecture: 'amd64',
  }
  const web = { serviceId: fixture.serviceId, name: 'web', kind: 'web', image: { ...image, sizeBytes: 1 } }
  const [service] = await db.selectFrom('services').selectAll().where('id', '=', fixture.serviceId).execute()
  const whole = { ...web, configuration: service?.configuration }
  const live = async (services: object[], commit: object | null) => {
    await db
      .updateTable('releases')
      .set({ services: JSON.stringify(services), commit: commit === null ? null : JSON.stringify(commit) })
      .where('environment_id', '=', fixture.environmentId)
      .execute()
    return await get()
  }
  const commit = { sha: 'abc', message: '', author: '', committedAt: null }
  expect(await live([whole], null)).toMatchObject({
    isRecoverable: false,
    obstacles: [{ code: 'recovery_impossible', service: 'web' }],
  })
  await expect(recover(consent)).rejects.toEqual(failsWith('recovery_impossible'))
  expect(await live([whole], commit)).toMatchObject({ isRecoverable: true })
  const pulled = {
    ...whole,
    image: { ...whole.image, contentHash: null, digest: 'nginx@sha256:2', reference: 'nginx' },
  }
  expect(await live([pulled], null)).toMatchObject({ isRecoverable: true })
})

test('the readiness names backups, the predicted loss, and the old data', async () => {
  const id = await fixture.addBackup(22)
  const { predicted, ...rest } = await get()
  expect(rest).toMatchObject({ isServerLost: true, isRecoverable: true, data: [{ backupId: id, service: 'db' }] })
  expect(predicted.lossSeconds).toBeGreaterThanOrEqual(22 * 60)
  expect(predicted.lossSeconds).toBeLessThan(23 * 60)
  expect(rest.oldData).toBeNull()
})

test('when the old server comes back it is fenced once, and its data stays until someone confirms', async () => {
  await fixture.addBackup(5)
  await recover(consent)
  await end(fixture.there)
  const { organizationId, environmentId, actor } = fixture
  const row = await newest()
  expect(row).toMatchObject({ status: 'moved', kept_until: null, fenced_at: null })
  // Nothing happens while it is unreachable, however long that takes.
  expect(await listDueFences(db, 10)).toEqual([])
  expect(await listOverdueMoves(db, new Date(Date.now() + 400 * 24 * 3_600_000))).toEqual([])
  await fixture.setStatus(fixture.serverId, 'ready')
  const [due] = await listDueFences(db, 10)
  expect(due).toMatchObject({ id: row.id, environmentId })
  if (due === undefined) return
  await startFence(database, due)
  expect(await listDueFences(db, 10)).toEqual([])
  const runs = await db.selectFrom('workflow_runs').select('kind').where('finished_at', 'is', null).execute()
  expect(runs).toEqual([{ kind: 'fence-server' }])
  const kept = await database.tenant(organizationId, (tx) => findKeptRecovery(tx, organizationId, environmentId))
  expect(kept?.id).toBe(row.id)
  const confirmed = await createMovesService({ database }).confirm(actor, { id: environmentId, did: row.id })
  expect(confirmed).toMatchObject({ kind: 'recovery', confirmedAt: expect.any(Date) })
})

test('a failed recovery leaves the environment assigned to its server, and fences nothing', async () => {
  await fixture.addBackup(5)
  await recover(consent)
  await end(fixture.serverId)
  expect((await newest()).status).toBe('returned')
  await fixture.setStatus(fixture.serverId, 'ready')
  expect(await listDueFences(db, 10)).toEqual([])
  const { organizationId, environmentId, serverId } = fixture
  const row = await database.tenant(organizationId, (tx) => findEnvironment(tx, organizationId, environmentId))
  expect(row?.server_id).toBe(serverId)
})

test('a recovery ends the undo of earlier restores, whose old volumes are lost', async () => {
  await fixture.addBackup(5)
  const { organizationId: organization_id, environmentId: environment_id } = fixture
  const about = {
    source: 'backup',
    target: 'in_place',
    status: 'succeeded',
    new_volume: 'data-one',
    old_volume: 'data',
  }
  const undo_until = new Date(Date.now() + 60_000)
  const ids = { id: newId('rst'), organization_id, environment_id, service_id: fixture.postgres, run_id: newId('run') }
  await db
    .insertInto('restores')
    .values({ ...ids, ...about, undo_until })
    .execute()
  await recover(consent)
  await end(fixture.there)
  const restore = await db.selectFrom('restores').select('undo_until').where('id', '=', ids.id).executeTakeFirst()
  expect(restore?.undo_until).toBeNull()
})

test('recovering a server starts what it can, and lists the rest with the reason', async () => {
  await fixture.addBackup(5)
  const second = await createTestEnvironment(database, fixture)
  const first = fixture
  const { name, kind, ...configuration } = ServiceBody.parse({ name: 'cache', kind: 'redis' })
  await makeLive(database, second, [{ serviceId: newId('svc'), name, kind, configuration, image: null }])
  const { items } = await recovery.recoverServer(first.actor, first.serverId, {
    serverId: fixture.there,
    ...consent,
    force: false,
  })
  expect(items).toHaveLength(2)
  expect(items.find(({ environmentId }) => environmentId === first.environmentId)?.deployment).toMatchObject({
    trigger: 'recovery',
  })
  expect(items.find(({ environmentId }) => environmentId === second.environmentId)).toMatchObject({
    deployment: null,
    problem: { code: 'recovery_without_backup' },
  })
})

test('a backup of the lost server is canceled and does not prevent the recovery', async () => {
  await fixture.addBackup(5)
  const runId = await beginBackup()
  await recover(consent)
  const row = await db
    .selectFrom('workflow_runs')
    .select('cancel_requested_at')
    .where('id', '=', runId)
    .executeTakeFirst()
  expect(row?.cancel_requested_at).toBeInstanceOf(Date)
  expect((await newest()).status).toBe('moving')
})

test('a recovery that is refused cancels nothing', async () => {
  await fixture.addBackup(5)
  const runId = await beginBackup()
  await expect(recover()).rejects.toEqual(failsWith('recovery_loses_data'))
  const row = await db
    .selectFrom('workflow_runs')
    .select('cancel_requested_at')
    .where('id', '=', runId)
    .executeTakeFirst()
  expect(row?.cancel_requested_at).toBeNull()
})
