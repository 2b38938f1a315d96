import { beforeEach, expect, test } from 'vitest'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { subjectKey } from '../../platform/durable/runs.ts'
import { brandId } from '../../platform/ids/brand.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, scriptedDeploy, type TestEnvironment } from '../../testing/test-deployments.ts'
import { deployEnvironment } from './deployments.references.ts'
import { createDeploymentsService } from './deployments.service.ts'

const { database } = await useTestDatabase()
const deployments = createDeploymentsService({ database })
const body = { clearCache: false }
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
})

test('a deployment, its run, its audit entry and its first event come together, and 1 is the first number', async () => {
  const { actor, environmentId, serverId } = fixture
  const deployment = await deployments.create(actor, environmentId, body)
  expect(deployment).toMatchObject({
    number: 1,
    status: 'queued',
    trigger: 'manual',
    serverId,
    images: {},
    error: null,
  })
  expect(deployment.waitingFor).toMatchObject({ type: 'worker' })
  const db = database.systemDb
  expect(
    await db.selectFrom('workflow_runs').select('kind').where('id', '=', brandId<'run'>(deployment.id)).execute(),
  ).toEqual([{ kind: 'deploy' }])
  expect(await kindsOf(deployment.id)).toEqual(['status'])
  const audit = await db.selectFrom('audit_log').select('action').where('target_id', '=', deployment.id).execute()
  expect(audit).toEqual([{ action: 'deployment.requested' }])
})

test('the quota of queued deployments counts those that wait, not the ones that run', async () => {
  const { actor, environmentId, organizationId } = fixture
  const db = database.systemDb
  await db
    .updateTable('organizations')
    .set({ quotas: JSON.stringify({ queuedDeployments: 1 }) })
    .where('id', '=', organizationId)
    .execute()
  const other = await createTestEnvironment(database, fixture)
  const { id } = await deployments.create(actor, environmentId, body)
  await expect(deployments.create(actor, other.environmentId, body)).rejects.toMatchObject({
    problem: { code: 'quota_exceeded' },
  })
  await db.updateTable('deployments').set({ status: 'building' }).where('id', '=', id).execute()
  expect(await deployments.create(actor, other.environmentId, body)).toMatchObject({ status: 'queued' })
})

test('passes through every status and becomes live, and the previous deployment retires', async () => {
  const { actor, environmentId } = fixture
  const { drive } = testDriver(database, [scriptedDeploy()])
  const first = await deployments.create(actor, environmentId, body)
  await drive(subjectKey(deployEnvironment, environmentId))
  const second = await deployments.create(actor, environmentId, body)
  await drive(subjectKey(deployEnvironment, environmentId))
  const path = (did: typeof first.id) => ({ id: environmentId, did })
  expect(await deployments.get(actor, path(first.id))).toMatchObject({ status: 'retired' })
  const live = await deployments.get(actor, path(second.id))
  expect(live).toMatchObject({ status: 'live', number: 2, step: null, waitingFor: null })
  expect(live.medianDurationMs).toBeGreaterThanOrEqual(0)
  expect(await statusesOf(second.id)).toEqual([
    'queued', 'preparing', 'building', 'releasing', 'checking', 'switching', 'live',
  ]) // biome-ignore format: a list
  expect((await kindsOf(second.id)).at(-1)).toBe('end')
  const environment = await database.systemDb
    .selectFrom('environments')
    .select(['status', 'live_deployment_id'])
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  expect(environment).toEqual({ status: 'live', live_deployment_id: second.id })
  const steps = await deployments.steps(actor, path(second.id))
  expect(steps.map((step) => step.status)).toEqual(Array.from({ length: 13 }, () => 'succeeded'))
  expect(steps[0]?.medianMs).toBeGreaterThanOrEqual(0)
})

test('a failure reports cause, step and remedy, and the environment keeps its state', async () => {
  const { actor, environmentId } = fixture
  const failing = async () => {
    throw new PermanentError('build_failed', 'RUN false ended with 1.', { details: { exitCode: 1, logTail: 'boom' } })
  }
  const undone: string[] = []
  const { drive } = testDriver(database, [
    scriptedDeploy({ plan: { undo: async () => void undone.push('plan') }, 'build-image': { run: failing } }),
  ])
  const { id } = await deployments.create(actor, environmentId, body)
  await drive(subjectKey(deployEnvironment, environmentId))
  const failed = await deployments.get(actor, { id: environmentId, did: id })
  expect(failed.status).toBe('failed')
  expect(failed.error).toEqual({
    code: 'build_failed',
    title: 'The build failed',
    detail: 'RUN false ended with 1.',
    hint: expect.stringContaining('docker build'),
    step: 'build-image',
    exitCode: 1,
    logTail: 'boom',
  })
  expect(undone).toEqual(['plan'])
  const steps = await deployments.steps(actor, { id: environmentId, did: id })
  expect(steps.map(({ name, status }) => `${name} ${status}`).slice(0, 5)).toEqual([
    'resolve-source undone',
    'fetch-source undone',
    'plan undone',
    'build-image failed',
    'move-data skipped',
  ])
})

async function kindsOf(id: string): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('run_events')
    .select('kind')
    .where('run_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row) => row.kind)
}

/** Returns each status once, in order. */
async function statusesOf(id: string): Promise<unknown[]> {
  const rows = await database.systemDb
    .selectFrom('run_events')
    .select('data')
    .where('run_id', '=', id)
    .where('kind', '=', 'status')
    .orderBy('seq')
    .execute()
  const statuses = rows.map(({ data }) => (data as { status: string }).status)
  return statuses.filter((status, index) => status !== statuses[index - 1])
}
