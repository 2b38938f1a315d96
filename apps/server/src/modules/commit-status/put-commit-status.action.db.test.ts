import { beforeEach, expect, test } from 'vitest'
import { endObsoleteRuns } from '../../platform/durable/end-obsolete-runs.ts'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import { postgresJournal } from '../../platform/durable/postgres-journal.ts'
import { subjectKey } from '../../platform/durable/runs.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import {
  createTestEnvironment,
  linkRepository,
  scriptedDeploy,
  type TestEnvironment,
} from '../../testing/test-deployments.ts'
import { deployEnvironment } from '../deployments/deployments.references.ts'
import { createDeploymentsService } from '../deployments/deployments.service.ts'
import { addCommitStatusWarning } from '../deployments/worker.ts'
import { gitProviderProblems } from '../git-providers/index.ts'
import type { Sources } from '../git-providers/worker.ts'
import { deliverCommitStatus } from './commit-status.references.ts'
import { createDeliverCommitStatus } from './worker.ts'

const { database } = await useTestDatabase()
const deployments = createDeploymentsService({ database })
const sha = 'a'.repeat(40)
const body = { clearCache: false, commit: sha }
type ReportedStatus = Parameters<Sources['setCommitStatus']>[2]
type Recorded = Parameters<Sources['setDeployment']>[2]
let fixture: TestEnvironment
let reported: ReportedStatus[]
let recorded: Recorded[]
let refusal: (() => Error) | null

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  await linkRepository(database, fixture)
  reported = []
  recorded = []
  refusal = null
})

const deliver = createDeliverCommitStatus({
  database,
  publicUrl: 'https://longshore.example',
  sources: {
    async setCommitStatus(_organization, _ref, status) {
      if (refusal !== null) throw refusal()
      reported.push(status)
    },
    async setDeployment(_organization, _ref, deployment) {
      recorded.push(deployment)
      return { id: deployment.id ?? `forge-${recorded.length}` }
    },
  },
  addressOf: async () => 'https://shop.example',
  warn: addCommitStatusWarning,
})

test('a deployment is pending until it is live, and the provider has one record of it', async () => {
  const { actor, environmentId } = fixture
  const { drive } = testDriver(database, [scriptedDeploy(), deliver])
  const { id } = await deployments.create(actor, environmentId, body)
  await deliverAll(drive)
  await drive(subjectKey(deployEnvironment, environmentId))
  await deliverAll(drive)
  expect(reported.map(({ state }) => state)).toEqual(['pending', 'success'])
  const url = `https://longshore.example/environments/${encodeId('env', environmentId)}/deployments/${encodeId('dep', id)}`
  expect(reported[1]).toMatchObject({
    sha,
    url,
    description: 'Deployed',
    context: expect.stringMatching(/^longshore\/shop\/e/),
  })
  expect(recorded.map((each) => `${each.id} ${each.state}`)).toEqual(['null queued', 'forge-1 live'])
  expect(recorded[1]?.address).toBe('https://shop.example')
})

test('reports only the newest state, however many were queued', async () => {
  const { actor, environmentId } = fixture
  const { drive } = testDriver(database, [scriptedDeploy(), deliver])
  await deployments.create(actor, environmentId, body)
  await drive(subjectKey(deployEnvironment, environmentId))
  await deliverAll(drive)
  expect(reported.map(({ state }) => state)).toEqual(['success'])
})

test('reports a failure with its title, and a newer deployment of the commit takes precedence', async () => {
  const { actor, environmentId } = fixture
  const failing = async () => {
    throw new PermanentError('build_failed', 'RUN cat /etc/secret ended with 1.')
  }
  const failed = testDriver(database, [scriptedDeploy({ 'build-image': { run: failing } }), deliver])
  const first = await deployments.create(actor, environmentId, body)
  await failed.drive(subjectKey(deployEnvironment, environmentId))
  await deliverAll(failed.drive)
  expect(reported.at(-1)).toMatchObject({ state: 'failure', description: 'The build failed' })
  const { drive } = testDriver(database, [scriptedDeploy(), deliver])
  await deployments.create(actor, environmentId, body)
  await drive(subjectKey(deployEnvironment, environmentId))
  await deliverAll(drive)
  expect(reported.at(-1)).toMatchObject({ state: 'success' })
  expect(recorded.at(-1)?.key).not.toBe(encodeId('dep', first.id))
})

test('of two queued deployments, the older is reported as stopped', async () => {
  const { actor, environmentId } = fixture
  const { drive } = testDriver(database, [scriptedDeploy(), deliver])
  await deployments.create(actor, environmentId, body)
  await deployments.create(actor, environmentId, { ...body, commit: 'b'.repeat(40) })
  const key = subjectKey(deployEnvironment, environmentId)
  await endObsoleteRuns(postgresJournal(database), new Map([[deployEnvironment.kind, scriptedDeploy()]]), key)
  await drive(key)
  await deliverAll(drive)
  expect(new Map(reported.map(({ sha: commit, state }) => [commit, state]))).toEqual(
    new Map([
      [sha, 'stopped'],
      ['b'.repeat(40), 'success'],
    ]),
  )
})

test('retries an unreachable provider; does not retry a rejection, and adds a warning to the deployment', async () => {
  const { actor, environmentId } = fixture
  const { drive } = testDriver(database, [scriptedDeploy(), deliver])
  let tries = 0
  refusal = () => {
    tries += 1
    if (tries === 3) refusal = null
    return new AppError(gitProviderProblems.provider_unavailable)
  }
  await deployments.create(actor, environmentId, body)
  await deliverAll(drive)
  expect([tries, reported.length]).toEqual([3, 1])
  refusal = () => {
    tries += 1
    return new AppError(gitProviderProblems.provider_forbidden)
  }
  const other = await deployments.create(actor, environmentId, { ...body, commit: 'c'.repeat(40) })
  await deliverAll(drive)
  expect(tries).toBe(4)
  const { warnings } = await deployments.get(actor, { id: environmentId, did: other.id })
  expect(warnings.map(({ code }) => code)).toEqual(['commit_status_refused'])
})

test('reports nothing without a connection, and nothing for an abbreviated hash', async () => {
  const { actor, environmentId, projectId } = fixture
  await deployments.create(actor, environmentId, { ...body, commit: 'abcdef1' })
  expect(await statuses()).toHaveLength(0)
  await database.systemDb.updateTable('projects').set({ git_provider_id: null }).where('id', '=', projectId).execute()
  await deployments.create(actor, environmentId, body)
  expect(await statuses()).toHaveLength(0)
})

async function statuses() {
  const { organizationId } = fixture
  return await database.systemDb
    .selectFrom('commit_statuses')
    .select(['id', 'version', 'delivered_version'])
    .where('organization_id', '=', organizationId)
    .execute()
}

async function deliverAll(drive: (key: string) => Promise<unknown>): Promise<void> {
  for (const { id } of await statuses())
    for (let turn = 0; turn < 4; turn += 1) await drive(subjectKey(deliverCommitStatus, id))
}
