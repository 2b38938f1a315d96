import { sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { newOrganization } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createLog } from '../log/log.ts'
import { repairSchedules } from './repair-schedules.ts'
import { removeSchedule, upsertSchedule } from './schedules.ts'
import { tickSchedules } from './ticker.ts'
import { declareWorkflow } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const ref = declareWorkflow({ kind: 'backup', input: z.object({ what: z.string() }) })
const options = { database, log: createLog({ level: 'silent', process: 'test' }), point: () => undefined }
const never = new AbortController().signal
const clock = { now: () => new Date('2026-05-01T10:07:00Z') }
const base = { workflow: ref, key: 'a', input: { what: 'db' }, organizationId: null, timezone: 'UTC' } as const
const tick = (now: string) => tickSchedules(options, new Date(now), never)
/** Pretends that workers have claimed every run. */
const takeUp = () => sql`update workflow_runs set status = 'failed', finished_at = now()`.execute(database.systemDb)
const runs = () =>
  database.systemDb.selectFrom('workflow_runs').select(['due_at', 'kind', 'key', 'input']).orderBy('due_at').execute()

beforeEach(async () => {
  await sql`delete from workflow_runs`.execute(database.systemDb)
  await sql`delete from workflow_outbox`.execute(database.systemDb)
  await sql`delete from schedules`.execute(database.systemDb)
})

it('starts one run per due time, however many workers tick', async () => {
  await database.system((tx) => upsertSchedule(tx, { ...base, cron: '*/15 * * * *', missed: 'skip' }, clock))
  expect(await tick('2026-05-01T10:14:59Z')).toBe(0)
  const started = await Promise.all(Array.from({ length: 6 }, () => tick('2026-05-01T10:15:00Z')))
  expect(started.reduce((sum, each) => sum + each, 0)).toBe(1)
  await takeUp()
  expect(await tick('2026-05-01T10:30:10Z')).toBe(1)
  expect((await runs()).map((run) => run.due_at)).toEqual([
    new Date('2026-05-01T10:15:00Z'),
    new Date('2026-05-01T10:30:00Z'),
  ])
  expect((await runs())[0]).toMatchObject({ kind: 'backup', key: 'backup/a', input: { what: 'db' } })
})

it("after an outage, run_once makes up once and skip doesn't", async () => {
  await database.system(async (tx) => {
    await upsertSchedule(tx, { ...base, key: 'once', cron: '*/15 * * * *', missed: 'run_once' }, clock)
    await upsertSchedule(tx, { ...base, key: 'skip', cron: '*/15 * * * *', missed: 'skip' }, clock)
  })
  expect(await tick('2026-05-02T10:07:00Z')).toBe(1)
  expect(await tick('2026-05-02T10:07:01Z')).toBe(0)
  await takeUp()
  expect(await tick('2026-05-02T10:15:00Z')).toBe(2)
  expect((await runs()).map((run) => run.key)).toEqual(['backup/once', 'backup/once', 'backup/skip'])
})

it("due times don't pile up behind a run that no worker claims", async () => {
  await database.system((tx) => upsertSchedule(tx, { ...base, cron: '*/15 * * * *', missed: 'skip' }, clock))
  expect(await tick('2026-05-01T10:15:00Z')).toBe(1)
  expect(await tick('2026-05-01T10:30:00Z')).toBe(0)
  await takeUp()
  expect(await tick('2026-05-01T10:45:00Z')).toBe(1)
})

it('never starts a second run for the same due time, even when the schedule is reset', async () => {
  const { id } = await database.system((tx) =>
    upsertSchedule(tx, { ...base, cron: '*/15 * * * *', missed: 'skip' }, clock),
  )
  await tick('2026-05-01T10:15:00Z')
  await takeUp()
  await database.systemDb
    .updateTable('schedules')
    .set({ next_run_at: new Date('2026-05-01T10:15:00Z') })
    .where('id', '=', id)
    .execute()
  expect(await tick('2026-05-01T10:15:02Z')).toBe(0)
})

it('saving a schedule again keeps its next time; a new expression changes it', async () => {
  const save = (cron: string, now: string) =>
    database.system((tx) => upsertSchedule(tx, { ...base, cron, missed: 'skip' }, { now: () => new Date(now) }))
  const first = await save('*/15 * * * *', '2026-05-01T10:07:00Z')
  const again = await save('*/15 * * * *', '2026-05-01T10:15:01Z')
  expect(again).toEqual(first)
  const changed = await save('0 4 * * *', '2026-05-01T10:15:01Z')
  expect(changed).toEqual({ id: first.id, nextRunAt: new Date('2026-05-02T04:00:00Z') })
})

it('a disabled or removed schedule starts nothing', async () => {
  await database.system((tx) =>
    upsertSchedule(tx, { ...base, cron: '*/15 * * * *', missed: 'run_once', enabled: false }, clock),
  )
  expect(await tick('2026-05-01T11:00:00Z')).toBe(0)
  expect(await database.system((tx) => removeSchedule(tx, base))).toBe(true)
  expect(await database.system((tx) => removeSchedule(tx, base))).toBe(false)
})

it('disables an unreadable row without blocking the others', async () => {
  await database.system(async (tx) => {
    await upsertSchedule(tx, { ...base, key: 'bad', cron: '*/15 * * * *', missed: 'skip' }, clock)
    await upsertSchedule(tx, { ...base, key: 'good', cron: '*/15 * * * *', missed: 'skip' }, clock)
  })
  await database.systemDb.updateTable('schedules').set({ timezone: 'Mars/X' }).where('key', '=', 'backup/bad').execute()
  expect(await tick('2026-05-01T10:15:00Z')).toBe(1)
  const bad = await database.systemDb
    .selectFrom('schedules')
    .select('enabled')
    .where('key', '=', 'backup/bad')
    .execute()
  expect(bad).toEqual([{ enabled: false }])
})

it('rejects expressions that are invalid or never occur', async () => {
  for (const cron of ['nonsense', '0 0 31 2 *', '* * * * * *']) {
    const save = database.system((tx) => upsertSchedule(tx, { ...base, cron, missed: 'skip' }, clock))
    await expect(save, cron).rejects.toThrow(TypeError)
  }
})

it('schedules of an organization start runs of that organization', async () => {
  const organizationId = await newOrganization(database)
  await database.tenant(organizationId, (tx) =>
    upsertSchedule(tx, { ...base, key: 'mine', organizationId, cron: '*/15 * * * *', missed: 'skip' }, clock),
  )
  await tick('2026-05-01T10:15:00Z')
  const seen = await database.tenant(organizationId, (tx) => tx.selectFrom('workflow_runs').select('key').execute())
  expect(seen).toEqual([{ key: 'backup/mine' }])
})

it('a schedule recovers from a clock that was ahead for a while', async () => {
  await database.system((tx) => upsertSchedule(tx, { ...base, cron: '*/15 * * * *', missed: 'skip' }, clock))
  await database.system((tx) => upsertSchedule(tx, { ...base, key: 'far', cron: '0 0 1 1 *', missed: 'skip' }, clock))
  await tick('2027-05-01T10:07:00Z')
  expect(await tick('2026-05-01T10:15:00Z')).toBe(0)
  expect(await repairSchedules(options, new Date('2026-05-01T10:16:00Z'))).toBe(2)
  expect(await repairSchedules(options, new Date('2026-05-01T10:16:00Z'))).toBe(0)
  await takeUp()
  expect(await tick('2026-05-01T10:30:00Z')).toBe(1)
  expect(await tick('2027-01-01T00:00:00Z')).toBe(1)
})

it("uses the database's clock unless another is given", async () => {
  vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z'), toFake: ['Date'] })
  try {
    const { nextRunAt } = await database.system((tx) =>
      upsertSchedule(tx, { ...base, cron: '* * * * *', missed: 'skip' }),
    )
    const { rows } = await sql<{ isSoon: boolean }>`
      select ${nextRunAt}::timestamptz between now() - interval '1 minute' and now() + interval '2 minutes' as "isSoon"
    `.execute(database.systemDb)
    expect(rows).toEqual([{ isSoon: true }])
  } finally {
    vi.useRealTimers()
  }
})
