/**
 * Daily schedules in time zones with every kind of clock change, run by workers whose clocks differ and jump. The
 * expected runs come from the zone's calendar, not from the library that plans the times: one run on each day.
 */

import { backUpBySchedule } from '../../../apps/server/src/testing/internals/backups.ts'
import { createDatabase, type Database } from '../../../apps/server/src/testing/internals/database.ts'
import { tickSchedules, upsertSchedule } from '../../../apps/server/src/testing/internals/durable.ts'
import { createLog } from '../../../apps/server/src/testing/internals/log.ts'
import { startPostgres } from '../../../apps/server/src/testing/postgres.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { isQuick } from '../../support/command-line.ts'
import { Random } from '../../support/random.ts'
import type { Report } from '../../support/report.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const stepMs = 15 * minuteMs
const workers = 3

/** These times include hours that don't exist or occur twice on some day of each zone. */
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Chatham', 'Asia/Kathmandu'] // biome-ignore format: a list
const times = ['0 0 * * *', '30 0 * * *', '30 1 * * *', '0 2 * * *', '15 2 * * *', '30 2 * * *', '45 2 * * *', '0 3 * * *', '59 23 * * *'] // biome-ignore format: a list

/** Dates around the clock changes in both hemispheres. */
const allSpans = [
  ['2026-03-05', '2026-04-12'],
  ['2026-04-20', '2026-05-03'],
  ['2026-09-22', '2026-11-08'],
] as const
const quickSpans = [
  ['2026-03-26', '2026-04-07'],
  ['2026-10-22', '2026-11-04'],
] as const

export async function proveClocks(report: Report): Promise<void> {
  await using postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase()
  await using database = createDatabase({ url: databaseUrl, poolSize: 8, applicationName: 'suite' })
  await using sql = createSqlClient(databaseUrl)
  let runs = 0
  for (const [from, to] of isQuick ? quickSpans : allSpans)
    runs += await walk({ report, database, sql }, new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
  report.figure('clock_runs', runs)
  await proveOutage({ report, database, sql })
}

interface TestEnv {
  report: Report
  database: Database
  sql: SqlClient
}

async function walk(testEnv: TestEnv, from: Date, to: Date): Promise<number> {
  const { report, database, sql } = testEnv
  const schedules = zones.flatMap((timezone) => times.map((cron) => ({ timezone, cron })))
  await setUp(testEnv, schedules, from)
  const random = new Random(from.getTime() / minuteMs)
  const tick = ticker(database)
  for (let now = from.getTime(); now < to.getTime(); now += stepMs) {
    // Workers whose clocks are up to half a minute apart. Now and then one is hours behind or set back.
    const jump = random.chance(0.03) ? -Math.round(random.next() * 3 * hourMs) : 0
    const clocks = Array.from({ length: workers }, () => now + jump + Math.round((random.next() - 0.5) * minuteMs))
    await Promise.all(clocks.map((at) => tick(new Date(at))))
    await takeUp(sql)
  }
  const rows = await sql.query<{ key: string; due: Date }>('select key, due_at as due from workflow_runs')
  const byKey = Map.groupBy(rows, ({ key }) => key)
  for (const [index, schedule] of schedules.entries())
    judge(report, schedule, { due: (byKey.get(keyOf(index)) ?? []).map(({ due }) => due), from, to })
  return rows.length
}

/** Expects one run on each whole day of the zone's calendar within the span. */
function judge(
  report: Report,
  { timezone, cron }: { timezone: string; cron: string },
  { due, from, to }: { due: readonly Date[]; from: Date; to: Date },
): void {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
  const counts = new Map<string, number>()
  for (const each of due) counts.set(dayOf.format(each), (counts.get(dayOf.format(each)) ?? 0) + 1)
  const wrong: string[] = []
  for (let at = from.getTime() + 2 * dayMs; at < to.getTime() - 2 * dayMs; at += dayMs) {
    const day = dayOf.format(new Date(at))
    const count = counts.get(day) ?? 0
    if (count !== 1) wrong.push(`${day}: ${count}`)
  }
  report.expect(wrong.length === 0, `${cron} in ${timezone}: ${wrong.slice(0, 5).join(', ')}`)
}

/** No worker runs for days: one missed run is made up for, or none, as the setting says. Then the schedule continues. */
async function proveOutage(testEnv: TestEnv): Promise<void> {
  const { report, database, sql } = testEnv
  const from = new Date('2026-10-20T12:00:00Z')
  await setUp(testEnv, [{ timezone: 'Europe/Berlin', cron: '30 2 * * *' }], from)
  await database.system((tx) =>
    upsertSchedule(
      tx,
      { ...common(1), timezone: 'Europe/Berlin', cron: '30 2 * * *', missed: 'skip' },
      { now: () => from },
    ),
  )
  const tick = ticker(database)
  // The span includes the night on which an hour occurs twice.
  const back = new Date('2026-10-27T10:00:00Z')
  await Promise.all([tick(back), tick(back), tick(new Date(back.getTime() + 5_000))])
  await takeUp(sql)
  for (let now = back.getTime(); now < back.getTime() + 3 * dayMs; now += stepMs) {
    await tick(new Date(now))
    await takeUp(sql)
  }
  const rows = await sql.query<{ key: string; due: Date }>(
    'select key, due_at as due from workflow_runs order by due_at',
  )
  const dueOf = (index: number) =>
    rows.filter(({ key }) => key === keyOf(index)).map(({ due }) => due.toISOString().slice(0, 16))
  const after = ['2026-10-28T01:30', '2026-10-29T01:30', '2026-10-30T01:30']
  const madeUp = ['2026-10-21T00:30', ...after]
  report.expect(dueOf(0).join() === madeUp.join(), `after an outage: ${dueOf(0).join()}`)
  report.expect(dueOf(1).join() === after.join(), `after an outage that is not made up for: ${dueOf(1).join()}`)
}

async function setUp(
  { database, sql }: TestEnv,
  schedules: readonly { timezone: string; cron: string }[],
  now: Date,
): Promise<void> {
  for (const table of ['workflow_outbox', 'workflow_runs', 'schedules']) await sql.query(`delete from ${table}`)
  await database.system(async (tx) => {
    for (const [index, schedule] of schedules.entries())
      await upsertSchedule(tx, { ...common(index), ...schedule, missed: 'run_once' }, { now: () => now })
  })
}

function common(index: number) {
  const input = { environmentId: '0199d4e8-0000-7000-8000-000000000000' }
  return { workflow: backUpBySchedule, key: `env-${index}`, input, organizationId: null } as const
}

function keyOf(index: number): string {
  return `${backUpBySchedule.object}/env-${index}`
}

function ticker(database: Database): (now: Date) => Promise<number> {
  const log = createLog({ level: 'silent', process: 'suite' })
  const { signal } = new AbortController()
  return (now) => tickSchedules({ database, log, point: () => undefined }, now, signal)
}

/** Marks every run as done, as workers would. */
async function takeUp(sql: SqlClient): Promise<void> {
  await sql.query(`update workflow_runs set status = 'succeeded', finished_at = now() where finished_at is null`)
}
