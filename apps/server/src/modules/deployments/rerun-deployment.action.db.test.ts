import { beforeEach, expect, test } from 'vitest'
import { endObsoleteRuns } from '../../platform/durable/end-obsolete-runs.ts'
import { postgresJournal } from '../../platform/durable/postgres-journal.ts'
import { subjectKey } from '../../platform/durable/runs.ts'
import { appendRunEvents } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, scriptedDeploy, type TestEnvironment } from '../../testing/test-deployments.ts'
import { ServiceBody } from '../environments/services.schemas.ts'
import { saveRelease } from '../workloads/releases.repository.ts'
import { deployEnvironment } from './deployments.references.ts'
import { createDeploymentsService } from './deployments.service.ts'
import { createLiveViewService } from './live-view.service.ts'
import { saveCheckpoints, saveRehearsal } from './rehearsals/rehearsals.repository.ts'

const { database } = await useTestDatabase()
const deployments = createDeploymentsService({ database })
const view = createLiveViewService({ database })
const body = { clearCache: false }
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code, status: 409 }) })
let fixture: TestEnvironment
let path: (did: Id<'dep'>) => { id: Id<'env'>; did: Id<'dep'> }

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  path = (did) => ({ id: fixture.environmentId, did })
})

test('canceling a queued deployment ends it without running a step, and canceling again changes nothing', async () => {
  const { actor, environmentId } = fixture
  const { drive } = testDriver(database, [scriptedDeploy()])
  const { id } = await deployments.create(actor, environmentId, body)
  expect(await deployments.cancel(actor, path(id))).toMatchObject({ status: 'cancelling' })
  expect(await deployments.cancel(actor, path(id))).toMatchObject({ status: 'cancelling' })
  await drive(subjectKey(deployEnvironment, environmentId))
  expect(await deployments.get(actor, path(id))).toMatchObject({ status: 'cancelled', startedAt: null, error: null })
  expect(await deployments.cancel(actor, path(id))).toMatchObject({ status: 'cancelled' })
  const steps = await deployments.steps(actor, path(id))
  expect(new Set(steps.map((step) => step.status))).toEqual(new Set(['skipped']))
})

test('returns 409 for one that has ended, and for one that has the traffic', async () => {
  const { actor, environmentId } = fixture
  const script = {
    'switch-traffic': {
      async run() {
        const [row] = await database.systemDb
          .selectFrom('deployments')
          .select('id')
          .where('status', '=', 'switching')
          .execute()
        const did = row?.id as Id<'dep'>
        await expect(deployments.cancel(actor, path(did))).rejects.toEqual(failsWith('deployment_already_switched'))
        expect(await deployments.get(actor, path(did))).toMatchObject({ status: 'switching' })
      },
    },
    plan: {
      async run() {
        if (isFailing) throw Object.assign(new Error('no'), { name: 'x' })
      },
    },
  }
  let isFailing = false
  const { drive } = testDriver(database, [scriptedDeploy(script)])
  const { id } = await deployments.create(actor, environmentId, body)
  await drive(subjectKey(deployEnvironment, environmentId))
  expect(await deployments.get(actor, path(id))).toMatchObject({ status: 'live' })
  await expect(deployments.cancel(actor, path(id))).rejects.toEqual(failsWith('deployment_already_finished'))
  isFailing = true
  const second = await deployments.create(actor, environmentId, body)
  await drive(subjectKey(deployEnvironment, environmentId))
  expect(await deployments.get(actor, path(second.id))).toMatchObject({
    status: 'failed',
    error: { code: 'step_failed' },
  })
  await expect(deployments.cancel(actor, path(second.id))).rejects.toEqual(failsWith('deployment_already_finished'))
})

test('the newest of several queued deployments runs, and the others name it as their successor', async () => {
  const { actor, environmentId } = fixture
  const deploy = scriptedDeploy()
  const { drive } = testDriver(database, [deploy])
  const ids: Id<'dep'>[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await deployments.create(actor, environmentId, body)).id)
  const key = subjectKey(deployEnvironment, environmentId)
  await endObsoleteRuns(postgresJournal(database), new Map([[deploy.ref.kind, deploy]]), key)
  await drive(key)
  const all = await Promise.all(ids.map((id) => deployments.get(actor, path(id))))
  expect(all.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'live'])
  expect(all[0]?.supersededBy).toBe(ids[2])
})

test('a rollback runs the frozen release and lists what stays; returns 409 when its images were removed', async () => {
  const { actor, environmentId } = fixture
  const first = await deployLive('aaa', null)
  const second = await deployLive('bbb', 'node migrate.js')
  const back = await deployments.rollBack(actor, path(first))
  expect(back).toMatchObject({ trigger: 'rollback', rollbackOf: first, status: 'queued' })
  expect(back.warnings).toEqual([{ code: 'migrations_stay', message: expect.stringContaining('#1') }])
  await database.systemDb
    .updateTable('releases')
    .set({ images_removed_at: new Date() })
    .where('deployment_id', '=', second)
    .execute()
  await expect(deployments.rollBack(actor, path(second))).rejects.toEqual(failsWith('release_not_kept'))
  const queued = await deployments.create(actor, environmentId, body)
  await expect(deployments.rollBack(actor, path(queued.id))).rejects.toEqual(failsWith('release_not_kept'))
})

test('a rollback names the backups from right before the first later release command, and what a restore of them loses', async () => {
  const { actor, organizationId } = fixture
  const first = await deployLive('aaa', null)
  const later = [await deployLive('bbb', 'node migrate.js'), await deployLive('ccc', 'node migrate.js')]
  for (const [index, deploymentId] of later.entries()) {
    const at = new Date(Date.UTC(2026, 10, 19, 10 + index))
    const facts = { commands: [], databases: [], findings: [], skipped: null }
    const report = { ...facts, mode: 'stop' as const, startedAt: at, finishedAt: at, durationMs: 1 }
    const checkpoints = [{ service: 'db', backupId: newId('bkp'), at }]
    await database.tenant(organizationId, async (tx) => {
      await saveRehearsal(tx, organizationId, { deploymentId, status: 'passed', report })
      await saveCheckpoints(tx, organizationId, { deploymentId, checkpoints })
    })
  }
  const { warnings } = await deployments.rollBack(actor, path(first))
  expect(warnings.map(({ code }) => code)).toEqual(['migrations_stay', 'checkpoint_available'])
  expect(warnings[1]?.message).toContain('db as of 2026-11-19T10:00:00.000Z')
  expect(warnings[1]?.message).toContain('Everything written after these times is lost.')
})

test('a promotion works between environments of one project, and lists what the target lacks', async () => {
  const { actor } = fixture
  const other = await createTestEnvironment(database, fixture)
  const refusal = failsWith('nothing_to_promote')
  await expect(deployments.promote(actor, other.environmentId, fixture.environmentId)).rejects.toEqual(refusal)
  const live = await deployLive('aaa', null)
  const promoted = await deployments.promote(actor, other.environmentId, fixture.environmentId)
  expect(promoted).toMatchObject({ trigger: 'promotion', promotedFrom: live, environmentId: other.environmentId })
  await expect(deployments.promote(actor, fixture.environmentId, fixture.environmentId)).rejects.toEqual(refusal)
})

test('the difference between two deployments lists images and settings', async () => {
  const { actor } = fixture
  await deployLive('aaa', null)
  const second = await deployLive('bbb', 'node migrate.js')
  const diff = await view.diff(actor, path(second), undefined)
  expect(diff.services).toEqual([
    {
      name: 'web',
      change: 'changed',
      image: { from: 'longshore/x:aaa', to: 'longshore/x:bbb' },
      fields: [{ field: 'releaseCommand', from: 'null', to: '"node migrate.js"' }],
    },
  ])
})

test('the log comes in pages, by step and by a part of its text', async () => {
  const { actor, environmentId, organizationId } = fixture
  const { id } = await deployments.create(actor, environmentId, body)
  const line = (n: number) => ({
    step: n < 3 ? 'plan' : 'build-image',
    stream: 'stdout',
    text: `Line ${n}%\n`,
    at: new Date().toISOString(),
  })
  const events = [1, 2, 3, 4, 5].map((n) => ({ kind: 'log', data: line(n) }))
  await database.system((tx) => appendRunEvents(tx, { runId: id, organizationId, events }))
  const query = { after: 0, limit: 2 }
  const texts = (page: { items: { text: string }[] }) => page.items.map(({ text }) => text.trim())
  const first = await view.logs(actor, path(id), query)
  expect(texts(first)).toEqual(['Line 1%', 'Line 2%'])
  const rest = await view.logs(actor, path(id), { after: first.nextAfter ?? 0, limit: 10 })
  expect([texts(rest), rest.nextAfter]).toEqual([['Line 3%', 'Line 4%', 'Line 5%'], null])
  expect(texts(await view.logs(actor, path(id), { ...query, q: 'line 4%' }))).toEqual(['Line 4%'])
  expect(texts(await view.logs(actor, path(id), { ...query, q: '_ine' }))).toEqual([])
  expect(texts(await view.logs(actor, path(id), { after: 0, limit: 10, step: 'plan' }))).toEqual(['Line 1%', 'Line 2%'])
})

/** Creates a live deployment whose release has one image. */
async function deployLive(tag: string, releaseCommand: string | null): Promise<Id<'dep'>> {
  const { actor, environmentId, organizationId, serviceId, serverId } = fixture
  const { id } = await deployments.create(actor, environmentId, body)
  const { name, kind, ...configuration } = ServiceBody.parse({
    name: 'web', kind: 'web', port: 80, source: { builder: 'dockerfile' }, ...(releaseCommand === null ? {} : { releaseCommand }),
  }) // biome-ignore format: one service
  const image = {
    id: `sha256:${tag}`,
    reference: `longshore/x:${tag}`,
    digest: null,
    contentHash: tag,
    isPulled: false,
    architecture: 'amd64',
    sizeBytes: 1,
  }
  await database.system((tx) =>
    saveRelease(tx, organizationId, {
      id: newId('rel'),
      deploymentId: id,
      environmentId,
      serverId,
      architecture: 'amd64',
      branch: null,
      commit: null,
      services: [{ serviceId, name, kind, configuration, texts: {}, image }],
      variables: [],
    }),
  )
  await testDriver(database, [scriptedDeploy()]).drive(subjectKey(deployEnvironment, environmentId))
  return id
}
