/** How the engine handles rows in PostgreSQL: lock waits, bad rows, clocks, and the listening connection. */
import { setTimeout as delay } from 'node:timers/promises'
import type * as ListenerModule from '../../../apps/server/src/platform/database/listener.ts'
import type * as BringBack from '../../../apps/server/src/platform/durable/repair-schedules.ts'
import type { Ticket } from '../../../apps/server/src/testing/internals/durable.ts'
import { load, loadDriver, loadEngine, loadIfThere, loadRows, loadZod, type PostgresClient } from './engine-modules.ts'
import type { FaultsTestEnv, Finding } from './finding.ts'

const never = new AbortController().signal

async function prepare(testEnv: FaultsTestEnv) {
  const [engine, rows, { url }] = await Promise.all([loadEngine(testEnv), loadRows(testEnv), testEnv.database()])
  const database = rows.createDatabase({ url, poolSize: 4, applicationName: 'review-faults' })
  const log = engine.createLog({ level: 'silent', process: 'review-faults' })
  return {
    engine,
    rows,
    database,
    log,
    url,
    z: loadZod(testEnv).z,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

const safetyBackup: Finding = {
  id: 'H3',
  title: 'a restore and a scheduled backup wait for each other',
  async provoke(testEnv) {
    await using at = await prepare(testEnv)
    const { engine, rows, database, z } = at
    const { organizationId, environmentId, serviceId } = await rows.createTestEnvironment(database)
    await database.systemDb.updateTable('services').set({ kind: 'postgres' }).where('id', '=', serviceId).execute()
    const nothing = engine.step({ name: 'dump', output: z.null(), deadlineMs: 5_000, run: async () => null })
    const driver = engine.testDriver(database, [engine.workflow(rows.backUp, [nothing], { locks: rows.locksOfBackup })])
    const alone = engine.declareWorkflow({ kind: 'restore-backup', object: 'environment', input: z.object({}) })
    const heldBy = await database.tenant(organizationId, async (tx) => {
      const runId = await rows.startRun(tx, { workflow: alone, key: environmentId, input: {}, organizationId })
      await rows.tryLock(tx, rows.environmentLock(environmentId, 'exclusive'), { runId, organizationId })
      return runId
    })
    const start = (request: { kind: 'scheduled' | 'pre_restore'; isHeld?: boolean; heldBy?: typeof heldBy }) =>
      database.tenant(organizationId, (tx) =>
        rows.startBackup(tx, organizationId, { environmentId, serviceId, createdBy: null, ...request }),
      )
    await start({ kind: 'scheduled' })
    const driveAll = async () => {
      for (const key of await driver.takeTickets()) if (key.startsWith('backup/')) await driver.drive(key)
    }
    await driveAll()
    const { runId } = await start({ kind: 'pre_restore', isHeld: true, heldBy })
    await driveAll()
    const { status } = await driver.run(runId)
    return { broken: status !== 'succeeded', how: `the safety backup is ${status}` }
  },
}

const badRow: Finding = {
  id: 'M1',
  title: 'one bad queued row stops dispatch for the whole instance',
  async provoke(testEnv) {
    await using at = await prepare(testEnv)
    const { engine, rows, database, z } = at
    const Word = z.object({ word: z.string() })
    const ref = engine.declareWorkflow({ kind: 'superseding', input: Word, supersedesQueued: true })
    const other = engine.declareWorkflow({ kind: 'other', input: z.null() })
    const nothing = engine.step({ name: 'nothing', output: z.null(), deadlineMs: 5_000, run: async () => null })
    const driver = engine.testDriver(database, [])
    const bad = await driver.start(ref, 'bad', { word: 'x' })
    await driver.spoilInput(bad)
    await driver.start(ref, 'bad', { word: 'y' })
    const good = await driver.start(other, 'good', null)
    const submitted: string[] = []
    const submit = async ({ runId }: Ticket) => void submitted.push(runId)
    const workflows = new Map([['superseding', engine.workflow(ref, [nothing])]])
    const options = { database, workflows, engine: { submit }, register: async () => undefined, point: () => undefined }
    const error = await rows.relayOutbox(options, never).then(
      () => 'none',
      (reason: unknown) => String(reason).slice(0, 80),
    )
    return { broken: !submitted.includes(good), how: `${submitted.length} runs reached the engine, error: ${error}` }
  },
}

const wrongClock: Finding = {
  id: 'M10',
  title: 'a clock that was ahead for a moment silences a schedule',
  async provoke(testEnv) {
    await using at = await prepare(testEnv)
    const { engine, rows, database, log, z } = at
    const workflow = engine.declareWorkflow({ kind: 'scheduled', input: z.object({}) })
    const schedule = {
      workflow,
      key: 'a',
      input: {},
      organizationId: null,
      cron: '*/5 * * * *',
      timezone: 'UTC',
    } as const
    const { id } = await database.system((tx) =>
      rows.upsertSchedule(tx, { ...schedule, missed: 'run_once' }, { now: () => new Date() }),
    )
    const ahead = new Date(Date.now() + 365 * 86_400_000)
    await rows.tickSchedules({ database, log, point: () => undefined }, ahead, never)
    const repair = await loadIfThere<typeof BringBack>(testEnv, 'platform/durable/repair-schedules')
    await repair?.repairSchedules({ database, log }, new Date())
    const row = await database.systemDb
      .selectFrom('schedules')
      .select('next_run_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const next = row.next_run_at?.getTime() ?? Number.POSITIVE_INFINITY
    return { broken: next > Date.now() + 3_600_000, how: `next at ${row.next_run_at?.toISOString() ?? 'never'}` }
  },
}

const twoListeners: Finding = {
  id: 'L1',
  title: 'a listener that breaks before it listens connects twice',
  async provoke(testEnv) {
    await using at = await prepare(testEnv)
    const { log, url } = at
    const { createListener } = (await load(testEnv, 'platform/database/listener')) as typeof ListenerModule
    const pg = loadDriver(testEnv)
    await using listener = createListener({ url, applicationName: 'twice', log })
    await listener.start()
    await listener.listen('some_channel', () => undefined)
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    const { query } = pg.Client.prototype
    let isBroken = false
    pg.Client.prototype.query = function (this: PostgresClient, ...args: Parameters<typeof query>) {
      const isFirst = !isBroken && args[0].startsWith('listen ')
      isBroken ||= isFirst
      return Reflect.apply(query, this, isFirst ? ['select pg_terminate_backend(pg_backend_pid())'] : args)
    }
    try {
      const name = ['twice-listen']
      await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', name)
      await delay(5_000)
      const { rows } = await owner.query(
        'select count(*)::int as count from pg_stat_activity where application_name = $1',
        name,
      )
      const count = rows[0]?.count ?? 0
      return { broken: count > 1, how: `${count} connections of one listener` }
    } finally {
      pg.Client.prototype.query = query
      await owner.end()
    }
  },
}

export const engineRowFindings: readonly Finding[] = [safetyBackup, badRow, wrongClock, twoListeners]
