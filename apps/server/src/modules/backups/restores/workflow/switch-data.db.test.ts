import { RemoteError } from '@longshore/remote/ssh'
import { beforeEach, expect, test } from 'vitest'
import { Interruption } from '../../../../platform/durable/live-runs.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { startRun } from '../../../../platform/durable/runs.ts'
import { step, workflow } from '../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { newId } from '../../../../platform/ids/type-id.ts'
import { testDriver } from '../../../../testing/durable-driver.ts'
import { useTestDatabase } from '../../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../../testing/test-deployments.ts'
import { findDataVolume } from '../../../workloads/index.ts'
import type { UnhealthyApp } from '../../../workloads/worker.ts'
import { type RestoreInput, restoreBackup, undoRestore } from '../restores.references.ts'
import { findRestore, insertRestore, type RestoreRow } from '../restores.repository.ts'
import type { RestoreTools } from './restore.context.ts'
import { restoreHooks } from './restore.hooks.ts'
import { restartApps } from './steps/restart-apps.step.ts'
import { switchData } from './steps/switch.step.ts'
import { Validated } from './steps/validate.step.ts'
import { createUndoRestore } from './undo-restore.workflow.ts'

const { database } = await useTestDatabase()
const newVolume = 'data-0123456789abcdef'
let fixture: TestEnvironment
let serviceId: Id<'svc'>
let id: Id<'rst'>

/** The server: which volume the database has, and what the app read from it when it started. */
interface SeenServer {
  volume: string
  app: { isRunning: boolean; remembers: string }
  unhealthy: UnhealthyApp[]
  /** An app that runs while the database changes could write what it remembers. */
  overlaps: number
  databaseFailures: Error[]
  appFailures: Error[]
}
let server: SeenServer

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  serviceId = fixture.serviceId
  id = brandId<'rst'>(newId('run'))
  server = {
    volume: 'data',
    app: { isRunning: true, remembers: 'data' },
    unhealthy: [],
    overlaps: 0,
    databaseFailures: [],
    appFailures: [],
  }
  const { organizationId: organization_id, environmentId: environment_id, serverId } = fixture
  const live = newId('dep')
  const deployment = { id: live, organization_id, environment_id, number: 1, status: 'live', trigger: 'manual' }
  await database.systemDb
    .insertInto('deployments')
    .values({ ...deployment, finished_at: new Date(), switched_at: new Date() })
    .execute()
  await database.systemDb
    .updateTable('environments')
    .set({ live_deployment_id: live, live_server_id: serverId, status: 'live' })
    .where('id', '=', environment_id)
    .execute()
})

function tools(): RestoreTools {
  const failOnce = (failures: Error[]) => {
    const [error] = failures.splice(0, 1)
    if (error !== undefined) throw error
  }
  const startApp = async () => {
    failOnce(server.appFailures)
    if (!server.app.isRunning) server.app = { isRunning: true, remembers: server.volume }
    return server.unhealthy
  }
  return {
    database,
    runtimes: {
      use: async (_o: unknown, _s: unknown, work: (runtime: object) => unknown) =>
        await work({ removeVolume: async () => undefined }),
    },
    databases: {
      open: async () => ({ serverId: fixture.serverId }),
      imageOf: async () => ({ image: 'sha256:1', reference: 'postgres:17' }),
      async startWith(_runtime: unknown, _live: unknown, { volume }: { volume: string }) {
        failOnce(server.databaseFailures)
        if (volume !== server.volume && server.app.isRunning) server.overlaps += 1
        server.volume = volume
      },
    },
    apps: {
      async stop() {
        server.app.isRunning = false
      },
      start: startApp,
      startHealthy: startApp,
    },
  } as unknown as RestoreTools
}

/** The end of a restore: everything before doesn't touch the data. */
function endOfRestore() {
  const validated = step<RestoreInput, Validated>({
    ...{ name: 'validate', output: Validated, deadlineMs: 5_000 },
    run: async () => ({ image: 'sha256:1', reference: 'postgres:17', plainBytes: 1 }),
  })
  const steps = [validated, switchData(tools(), { validated }), restartApps<RestoreInput>(tools())]
  return workflow(restoreBackup, steps, restoreHooks)
}

async function begin(): Promise<void> {
  const { organizationId, environmentId } = fixture
  await database.tenant(organizationId, async (tx) => {
    const input = { environmentId, hasSafetyBackup: false }
    const runId = await startRun(tx, { workflow: restoreBackup, key: environmentId, input, organizationId })
    id = brandId<'rst'>(runId)
    const names = { source: 'backup', target: 'in_place', backupId: null, newVolume, createdBy: null } as const
    await insertRestore(tx, organizationId, { id, runId, environmentId, serviceId, ...names })
  })
}

async function beginUndo(): Promise<void> {
  const { organizationId, environmentId } = fixture
  const input = { environmentId, restoreId: id }
  await database.tenant(organizationId, (tx) =>
    startRun(tx, { workflow: undoRestore, key: environmentId, input, organizationId }),
  )
}

/** Runs what waits. Each kill ends the worker at a point of it, and another worker continues. */
async function drive(kills: readonly string[] = []): Promise<string[]> {
  const left = [...kills]
  const killed: string[] = []
  const point = (name: string) => {
    if (name !== left[0]) return
    killed.push(...left.splice(0, 1))
    throw new Interruption('lost')
  }
  const driver = testDriver(database, [endOfRestore(), createUndoRestore(tools())], { point })
  for (let tries = 0; tries <= kills.length; tries += 1)
    await driver.drive(`environment/${fixture.environmentId}`).catch(() => undefined)
  return killed
}

async function readState(): Promise<{ row: RestoreRow | undefined; volume: string; drift: unknown }> {
  const { organizationId, environmentId } = fixture
  return await database.tenant(organizationId, async (tx) => ({
    row: await findRestore(tx, organizationId, { id }),
    volume: await findDataVolume(tx, organizationId, { serviceId }),
    drift: (await tx.selectFrom('environments').select('drift').where('id', '=', environmentId).execute())[0]?.drift,
  }))
}

test('an app that remembers the old data does not run during the switch, and sees the new data after it', async () => {
  await begin()
  await drive()
  expect(server).toMatchObject({ volume: newVolume, app: { isRunning: true, remembers: newVolume }, overlaps: 0 })
  const { row, volume, drift } = await readState()
  expect(row).toMatchObject({ status: 'succeeded', warning: null, error: null })
  expect({ volume, drift }).toEqual({ volume: newVolume, drift: [] })
  await beginUndo()
  await drive()
  expect(server).toMatchObject({ volume: 'data', app: { isRunning: true, remembers: 'data' }, overlaps: 0 })
  expect((await readState()).row?.status).toBe('reverted')
})

const forward = ['start:switch', 'ran:switch', 'recorded:switch', 'start:restart-apps', 'ran:restart-apps']
const back = [
  'start:switch-back',
  'ran:switch-back',
  'recorded:switch-back',
  'ran:restart-apps',
  'recorded:restart-apps',
]

test.each([...forward.map((point) => [point]), forward])(
  'a worker that dies at %s changes nothing about it',
  async (...points) => {
    await begin()
    expect(await drive(points)).toEqual(points)
    expect(server).toMatchObject({ volume: newVolume, app: { isRunning: true, remembers: newVolume }, overlaps: 0 })
    expect((await readState()).row?.status).toBe('succeeded')
  },
)

test.each([...back.map((point) => [point]), back])('nor one that dies at %s of an undo', async (...points) => {
  await begin()
  await drive()
  await beginUndo()
  expect(await drive(points)).toEqual(points)
  expect(server).toMatchObject({ volume: 'data', app: { isRunning: true, remembers: 'data' }, overlaps: 0 })
  expect((await readState()).row?.status).toBe('reverted')
})

test('a database that does not start with the new data gets the old one back, and so do the apps', async () => {
  server.databaseFailures = [new PermanentError('database_not_ready', 'not ready')]
  await begin()
  await drive()
  expect(server).toMatchObject({ volume: 'data', app: { isRunning: true, remembers: 'data' }, overlaps: 0 })
  expect((await readState()).row).toMatchObject({ status: 'failed', error: { code: 'database_not_ready' } })
})

test('an app that does not become healthy is a warning with a hint, and the data stays', async () => {
  server.unhealthy = [{ service: 'web', detail: 'web exited with code 1.', logTail: 'sequence is inconsistent' }]
  await begin()
  await drive()
  const { row, volume, drift } = await readState()
  expect(volume).toBe(newVolume)
  const warning = { code: 'apps_not_healthy', detail: 'web exited with code 1.', logTail: 'sequence is inconsistent' }
  expect(row).toMatchObject({ status: 'succeeded', warning, undo_until: expect.any(Date) })
  expect(row?.warning?.hint).toMatch(/undo the restore/)
  expect(drift).toMatchObject([{ code: 'apps_not_healthy', service: 'web', detail: warning.detail }])
  server.unhealthy = []
  await beginUndo()
  await drive()
  expect((await readState()).row).toMatchObject({ status: 'reverted', warning: null })
})

test.each([
  { times: 2, warning: null },
  { times: 12, warning: { code: 'apps_not_healthy', detail: 'The connection broke.' } },
])('after the switch, a server that is unreachable $times times keeps the new data', async ({ times, warning }) => {
  server.appFailures = Array.from(
    { length: times },
    () => new RemoteError('connection_lost', 'The connection broke.', { hint: '' }),
  )
  await begin()
  await drive()
  const { row, volume } = await readState()
  expect(volume).toBe(newVolume)
  expect(row).toMatchObject({
    status: 'succeeded',
    warning: warning === null ? null : expect.objectContaining(warning),
  })
})
