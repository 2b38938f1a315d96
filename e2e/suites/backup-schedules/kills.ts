/** A due time comes, and the worker dies at one of the points that it passes: the backups of that time are begun, once. */

import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../support/command-line.ts'
import type { Report } from '../../support/report.ts'
import { liveWithBackups, type ScheduleWorld, superviseUntil } from './schedule-test-env.ts'

const points = [
  'ticked', 'advanced', 'relay-picked', 'relay-submitted', 'relay-deleted', 'claiming', 'claimed', 'start:begin-backups',
  'ran:begin-backups', 'recorded:begin-backups', 'finishing',
] // biome-ignore format: a list
const rounds = isQuick ? 1 : 4
const settledMs = 120_000
/** A database and a volume. */
const subjects = 2

export async function proveKills(report: Report, world: ScheduleWorld): Promise<void> {
  let dueTimes = 0
  for (let round = 0; round < rounds; round += 1)
    for (const point of points) {
      await dieAt(report, world, point)
      dueTimes += 1
    }
  const kills = await world.sql.query('select point from test_kills')
  report.expect(kills.length >= points.length * rounds - rounds, `only ${kills.length} deaths`)
  await proveRestart(report, world)
  await proveMeanwhile(report, world)
  report.figure('due_times', dueTimes)
  report.figure('kills', kills.length)
}

async function dieAt(report: Report, world: ScheduleWorld, point: string): Promise<void> {
  const id = await liveWithBackups(world)
  await world.sql.query('delete from test_arms')
  await world.sql.query('insert into test_arms (point) values ($1)', [point])
  await makeDue(world, id, '0 seconds')
  const hasEnded = await superviseUntil(world, () => isEnded(world, id), settledMs)
  await world.sql.query('delete from test_arms')
  // One that would come a second time comes now.
  await delay(300)
  await expectBackups(report, world, { id, count: subjects, what: `death at ${point}` })
  report.expect(hasEnded, `death at ${point}: the run does not end`)
}

/** It came while nothing ran: afterwards once, or not at all. */
async function proveRestart(report: Report, world: ScheduleWorld): Promise<void> {
  const [caughtUp, skipped] = [await liveWithBackups(world), await liveWithBackups(world, { catchUp: false })]
  await world.instance.worker.stop()
  await makeDue(world, caughtUp, '3 hours')
  await makeDue(world, skipped, '3 hours')
  await superviseUntil(world, () => isEnded(world, caughtUp), settledMs)
  for (let restart = 0; restart < 2; restart += 1) {
    await world.instance.worker.stop()
    await world.instance.startWorker()
  }
  await expectBackups(report, world, { id: caughtUp, count: subjects, what: 'an outage that is made up for' })
  await expectBackups(report, world, { id: skipped, count: 0, what: 'an outage that is not' })
}

/** What cannot be backed up now is left out, and no time piles up behind one that is under way. */
async function proveMeanwhile(report: Report, world: ScheduleWorld): Promise<void> {
  const [stopped, busy] = [await liveWithBackups(world), await liveWithBackups(world)]
  await world.sql.query('update environments set stopped_at = now() where id = $1', [stopped])
  await makeDue(world, stopped, '0 seconds')
  await makeDue(world, busy, '0 seconds')
  await superviseUntil(world, async () => (await isEnded(world, stopped)) && isEnded(world, busy), settledMs)
  await world.sql.query(`update backups set status = 'dumping' where environment_id = $1`, [busy])
  await makeDue(world, busy, '0 seconds')
  await superviseUntil(world, () => isEnded(world, busy), settledMs)
  await expectBackups(report, world, { id: stopped, count: 0, what: 'a stopped environment' })
  await expectBackups(report, world, { id: busy, count: subjects, what: 'a second time while the first is under way' })
}

async function makeDue({ sql }: ScheduleWorld, id: string, ago: string): Promise<void> {
  await sql.query(
    `update schedules set next_run_at = now() - $2::interval where key = 'backup-schedule/' || $1::text`,
    [id, ago],
  )
}

/** The newest due time was taken up, and its run is over. */
async function isEnded({ sql }: ScheduleWorld, id: string): Promise<boolean> {
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
  { sql }: ScheduleWorld,
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
