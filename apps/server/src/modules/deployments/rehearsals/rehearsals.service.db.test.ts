import { beforeEach, expect, test } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { failsWith } from '../../../testing/test-projects.ts'
import { createDeploymentsService } from '../deployments.service.ts'
import type { RehearsalReport } from './rehearsal.schemas.ts'
import { saveCheckpoints, saveRehearsal } from './rehearsals.repository.ts'
import { createRehearsalsService } from './rehearsals.service.ts'

const { database } = await useTestDatabase()
const rehearsals = createRehearsalsService({ database })
let fixture: TestEnvironment
let deploymentId: ReturnType<typeof newId<'dep'>>

const at = new Date('2026-11-19T10:00:00.000Z')
const report: RehearsalReport = {
  commands: [{ service: 'web', end: 'exited', exitCode: 1, oomKilled: false, durationMs: 20, output: 'error' }],
  databases: [],
  mode: 'stop',
  skipped: null,
  findings: [{ rule: 'command_failed', service: 'web', detail: 'It failed.', stops: true }],
  startedAt: at,
  finishedAt: at,
  durationMs: 900,
}

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  const { actor, environmentId } = fixture
  const { id } = await createDeploymentsService({ database }).create(actor, environmentId, { clearCache: false })
  deploymentId = brandId<'dep'>(id)
})

const get = (actor = fixture.actor) => rehearsals.get(actor, { id: fixture.environmentId, did: deploymentId })

test('404 without a rehearsal, and for another organization', async () => {
  await expect(get()).rejects.toEqual(failsWith('not_found'))
  await save('stopped')
  const other = await createTestEnvironment(database)
  await expect(get(other.actor)).rejects.toEqual(failsWith('not_found'))
})

test('returns the report, the last one of several attempts, with its checkpoints', async () => {
  const { organizationId } = fixture
  await save('stopped')
  expect(await get()).toEqual({ ...report, status: 'stopped', checkpoints: [] })
  const passed = { ...report, findings: [] }
  await save('passed', passed)
  const checkpoints = [{ service: 'db', backupId: newId('bkp'), at }]
  await database.tenant(organizationId, (tx) => saveCheckpoints(tx, organizationId, { deploymentId, checkpoints }))
  expect(await get()).toEqual({ ...passed, status: 'passed', checkpoints })
})

async function save(status: 'passed' | 'stopped', saved = report): Promise<void> {
  const { organizationId } = fixture
  await database.tenant(organizationId, (tx) =>
    saveRehearsal(tx, organizationId, { deploymentId, status, report: saved }),
  )
}
