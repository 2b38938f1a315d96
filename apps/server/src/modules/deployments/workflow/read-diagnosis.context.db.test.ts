import { expect, test } from 'vitest'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { subjectKey } from '../../../platform/durable/runs.ts'
import { testDriver } from '../../../testing/durable-driver.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, scriptedDeploy } from '../../../testing/test-deployments.ts'
import { deployEnvironment } from '../deployments.references.ts'
import { Deployment } from '../deployments.schemas.ts'
import { createDeploymentsService } from '../deployments.service.ts'

const { database } = await useTestDatabase()
const deployments = createDeploymentsService({ database })

async function failWith(error: PermanentError, step = 'check-health'): Promise<Deployment> {
  const { actor, environmentId, serverId } = await createTestEnvironment(database)
  await database.systemDb
    .updateTable('servers')
    .set({ build_memory_bytes: 536_870_912 })
    .where('id', '=', serverId)
    .execute()
  const script = {
    [step]: {
      async run() {
        await Promise.reject(error)
      },
    },
  }
  const { drive } = testDriver(database, [scriptedDeploy(script)])
  const { id } = await deployments.create(actor, environmentId, { clearCache: false })
  await drive(subjectKey(deployEnvironment, environmentId))
  return await deployments.get(actor, { id: environmentId, did: id })
}

test('a failed deployment has the diagnosis of its output, also in the API response', async () => {
  const details = { program: 'web', logTail: 'Error: Missing required environment variable: SESSION_SECRET\n' }
  const failed = await failWith(new PermanentError('crash_loop', 'web ended.', { details }))
  expect(failed).toMatchObject({
    status: 'failed',
    diagnosis: { code: 'missing_variable', excerpt: [details.logTail.trim()], remedies: [{ key: 'SESSION_SECRET' }] },
  })
  expect(Deployment.encode(failed).diagnosis?.code).toBe('missing_variable')
})

test('the API response has the public ID of the build server', async () => {
  const failed = await failWith(new PermanentError('build_out_of_memory', 'It was ended.'), 'build-image')
  expect(Deployment.encode(failed).diagnosis?.remedies).toMatchObject([
    { action: 'raise_build_memory', serverId: expect.stringMatching(/^srv_/), memoryBytes: 1_073_741_824 },
  ])
})

test('a failure without useful output has no diagnosis', async () => {
  const failed = await failWith(new PermanentError('crash_loop', 'web ended.'))
  expect(failed).toMatchObject({ status: 'failed', diagnosis: null, error: { code: 'crash_loop' } })
})
