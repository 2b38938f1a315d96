/** A thousand schedules that come due while the workers are killed: each fires exactly once. */

import { oneStep } from '../../../apps/server/src/testing/durable-tasks.ts'
import { systemClock } from '../../../apps/server/src/testing/internals/clock.ts'
import { upsertSchedule } from '../../../apps/server/src/testing/internals/durable.ts'
import type { DurableTestEnv } from '../../support/durable-test-env.ts'
import type { Report } from '../../support/report.ts'

const input = { holdAt: '', holdMs: 0, deafAt: '', failAt: '', stepMs: 0 }

export async function fireSchedules(testEnv: DurableTestEnv, report: Report, { isQuick }: { isQuick: boolean }) {
  const count = isQuick ? 300 : 1_000
  await testEnv.database.system(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const schedule = { cron: '0 3 1 1 *', timezone: 'Europe/Berlin', missed: 'run_once' as const }
      await upsertSchedule(
        tx,
        { ...schedule, workflow: oneStep, key: `sch-${index}`, input, organizationId: null },
        systemClock,
      )
    }
  })
  // All schedules come due within three seconds, and both workers die once in the middle of a tick.
  await testEnv.query(`update schedules set next_run_at = clock_timestamp() + random() * interval '3 seconds'`)
  const due = await testEnv.query<{ id: string; at: Date }>('select id, next_run_at as at from schedules')
  await testEnv.query(`insert into test_arms (point) values ('advanced')`)
  await testEnv.poll(`select 1 from test_kills where point = 'advanced'`, [], 10_000)
  await testEnv.query(`insert into test_arms (point) values ('ticked')`)
  await testEnv.poll(
    `select 1 from workflow_runs having count(*) filter (where schedule_id is not null) > 300`,
    [],
    10_000,
  )
  for (const worker of [...testEnv.workers]) worker.child.kill('SIGKILL')
  await testEnv.poll(
    `select 1 from workflow_runs having count(*) filter (where schedule_id is not null and status = 'succeeded') >= $1`,
    [count],
    60_000,
  )
  const runs = await testEnv.query<{ id: string; at: Date; status: string }>(
    'select schedule_id as id, due_at as at, status from workflow_runs where schedule_id is not null',
  )
  const fired = new Map(runs.map((run) => [run.id, run.at.getTime()]))
  const exact = due.filter((schedule) => fired.get(schedule.id) === schedule.at.getTime()).length
  report.expect(runs.length === count, `${runs.length} runs for ${count} due times`)
  report.expect(exact === count, `${exact} of ${count} schedules fired for their due time`)
  report.expect(
    runs.every((run) => run.status === 'succeeded'),
    'a scheduled run did not succeed',
  )
  report.figure('schedules', runs.length)
  report.figure('tick_10000_ms', await measureTick(testEnv, report))
}

/** The query plan for 58 due schedules of 10,000. */
async function measureTick(testEnv: DurableTestEnv, report: Report): Promise<string> {
  await testEnv.query(
    `insert into schedules (id, kind, key, name, input, cron, timezone, missed, next_run_at)
     select gen_random_uuid(), 'one-step', 'one-step/many-' || n, '', '{}', '0 3 1 1 *', 'UTC', 'skip',
       now() + n * interval '1 hour' from generate_series(1, 10000) n`,
  )
  await testEnv.query('analyze schedules')
  const from = performance.now()
  await testEnv.query('select id from schedules where enabled and next_run_at <= now() order by next_run_at limit 500')
  const ms = performance.now() - from
  report.expectTime(ms < 100, `looking at 10,000 schedules took ${ms.toFixed(0)} ms`)
  return ms.toFixed(1)
}
