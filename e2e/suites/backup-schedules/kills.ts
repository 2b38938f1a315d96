/** The worker dies at one of the points that it passes at a due time: the backups of that time start exactly once. */

import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../support/command-line.ts'
import type { Report } from '../../support/report.ts'
import { liveWithBackups, type ScheduleTestEnv, superviseUntil } from './schedule-test-env.ts'

const points = [
  'ticked', 'advanced', 'relay-picked', 'relay-submitted', 'relay-deleted', 'claiming', 'claimed', 'start:begin-backups',
  'ran:begin-backups', 'recorded:begin-backups', 'finishing',
] // biome-ignore format: a list
const rounds = isQuick ? 1 : 4
const settledMs = 120_000
/** One backup of a database and one of a volume. */
const subjects = 2

export async function proveKills(report: Report, testEnv: ScheduleTestEnv): Promise<void> {
  let dueTimes = 0
  for (let round = 0; round < rounds; round += 1)
    for (const point of points) {
      await dieAt(report, testEnv, point)
      dueTimes += 1
    }
  const kills = await testEnv.sql.query('select point from test_kills')
  report.expect(kills.length >= points.length * rounds - rounds, `only ${kills.length} deaths`)
  await proveRestart(report, testEnv)
  await proveMeanwhile(report, testEnv)
  report.figure('due_times', dueTimes)
  report.figure('kills', kills.length)
}

async function dieAt(report: Report, testEnv: ScheduleTestEnv, point: string): Promise<void> {
  const id = await liveWithBackups(testEnv)
  await testEnv.sql.query('delete from test_arms')
  await testEnv.sql.query('insert into test_arms (point) values ($1)', [point])
  await makeDue(testEnv, id, '0 seconds')
  const hasEnded = await superviseUntil(testEnv, () => isEnded(testEnv, id), settledMs)
  await testEnv.sql.query('delete from test_arms')
  // A duplicate run would start within this time.
  await delay(300)
  await expectBackups(report, testEnv, { id, count: subjects, what: `death at ${point}` })
  report.expect(hasEnded, `death at ${point}: the run does not end`)
}

/** The time came due while nothing ran: afterwards it runs once, or not at all. */
async function proveRestart(report: Report, testEnv: ScheduleTestEnv): Promise<void> {
  const [caughtUp, skipped] = [await liveWithBackups(testEnv), await liveWithBackups(testEnv, { catchUp: false })]
  await testEnv.instance.worker.stop()
  await makeDue(testEnv, caughtUp, '3 hours')
  await makeDue(testEnv, skipped, '3 hours')
  await superviseUntil(testEnv, () => isEnded(testEnv, caughtUp), settledMs)
  for (let restart = 0; restart < 2; restart += 1) {
    await testEnv.instance.worker.stop()
    await testEnv.instance.startWorker()
  }
  await expectBackups(report, testEnv, { id: caughtUp, count: subjects, what: 'an outage that is made up for' })
  await expectBackups(report, testEnv, { id: skipped, count: 0, what: 'an outage that is not' })
}

/** Databases that can't be backed up now are left out, and due times don't queue up behind a running backup. */
async function proveMeanwhile(report: Report, testEnv: ScheduleTestEnv): Promise<void> {
  const [stopped, busy] = [await liveWithBackups(testEnv), await liveWithBackups(testEnv)]
  await testEnv.sql.query('update environments set stopped_at = now() where id = $1', [stopped])
  await makeDue(testEnv, stopped, '0 seconds')
  await makeDue(testEnv, busy, '0 seconds')
  await superviseUntil(testEnv, async () => (await isEnded(testEnv, stopped)) && isEnded(testEnv, busy), settledMs)
  await testEnv.sql.query(`update backups set status = 'dumping' where environment_id = $1`, [busy])
  await makeDue(testEnv, busy, '0 seconds')
  await superviseUntil(testEnv, () => isEnded(testEnv, busy), settledMs)
  await expectBackups(report, testEnv, { id: stopped, count: 0, what: 'a stopped environment' })
  await expectBackups(report, testEnv, {
    id: busy,
    count: subjects,
    what: 'a second time while the first is under way',
  })
}

async function makeDue({ sql }: ScheduleTestEnv, id: string, ago: string): Promise<void> {
  await sql.query(
    `update schedules set next_run_at = now() - $2::interval where key = 'backup-schedule/' || $1::text`,
    [id, ago],
  )
}

/** Waits until the run of the newest due time is over. */
async function isEnded({ sql }: ScheduleTestEnv, id: string): Promise<boolean> {
  const [row] = await sql.query<{ ended: boolean }>(
    `select s.next_run_at > now() and not exists (
       select from workflow_runs r where r.key = s.key and r.finished_at is null)
       and exists (select from workflow_runs r where r.key = s.key) as ended
     from schedules s where s.key = 'backup-schedule/' || $1::text`,
    [id],
  )
  return row?.ended === true
}

async function expectBackups(
  report: Report,
  { sql }: ScheduleTestEnv,
  { id, count, what }: { id: string; count: number; what: string },
): Promise<void> {
  const rows = await sql.query<{ subject: string }>(
    `select service_name || coalesce(' ' || volume, '') as subject from backups
     where environment_id = $1 and kind = 'scheduled'`,
    [id],
  )
  const different = new Set(rows.map(({ subject }) => subject)).size
  report.expect(rows.length === count && different === count, `${what}: ${rows.length} backups begun, not ${count}`)
}
