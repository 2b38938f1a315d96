import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { createJobsService } from './jobs.service.ts'

const { database } = await useTestDatabase()
const jobs = createJobsService({ database })
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  await database.systemDb.updateTable('services').set({ kind: 'cron' }).where('id', '=', fixture.serviceId).execute()
})

async function addJob(status: string, error: object | null = null): Promise<void> {
  const { organizationId: organization_id, serviceId, environmentId } = fixture
  await database.systemDb
    .insertInto('workflow_runs')
    .values({
      ...{ id: newId('run'), organization_id, kind: 'run-cron', key: `cron/${serviceId}`, status },
      input: JSON.stringify({ environmentId, serviceId }),
      error: error === null ? null : JSON.stringify(error),
      finished_at: status === 'running' ? null : new Date(),
    })
    .execute()
}

test('jobs are listed newest first, a failed one with its exit code and last lines', async () => {
  const { actor, environmentId, serviceId } = fixture
  await addJob('succeeded')
  await addJob('failed', {
    code: 'job_failed',
    message: 'It ended with 3.',
    details: { exitCode: 3, logTail: 'no table' },
  })
  await addJob('running')
  const { items } = await jobs.list(actor, environmentId, { limit: 20, serviceId: undefined })
  expect(items.map(({ status, error, serviceName }) => [status, serviceName, error?.exitCode, error?.logTail])).toEqual(
    [
      ['running', 'web', undefined, undefined],
      ['failed', 'web', 3, 'no table'],
      ['succeeded', 'web', undefined, undefined],
    ],
  )
  expect((await jobs.list(actor, environmentId, { limit: 1, serviceId })).items).toHaveLength(1)
  expect((await jobs.list(actor, environmentId, { limit: 5, serviceId: newId('svc') })).items).toEqual([])
})

test('returns 404 for an environment of another organization', async () => {
  const stranger = await createTestEnvironment(database)
  const asked = jobs.list(stranger.actor, fixture.environmentId, { limit: 5, serviceId: undefined })
  await expect(asked).rejects.toMatchObject({ problem: { status: 404 } })
})
