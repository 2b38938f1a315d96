/** Restate's store is deleted while runs are in progress. */
import { stepNames, tenSteps } from '../../../apps/server/src/testing/durable-tasks.ts'
import type { DurableTestEnv } from '../../support/durable-test-env.ts'
import type { Report } from '../../support/report.ts'

export async function wipeEngine(testEnv: DurableTestEnv, report: Report, { isQuick }: { isQuick: boolean }) {
  const count = isQuick ? 20 : 50
  const keys = count - 5
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    // Some keys have two runs: those that queue in Restate must survive as well.
    ids.push(await testEnv.startRun(tenSteps, `wipe-${index % keys}`, { stepMs: 100 }))
  }
  const inFlight = 'select 1 from workflow_runs having count(*) filter (where id = any($1) and fence > 0) >= $2'
  await testEnv.poll(inFlight, [ids, keys], 20_000)
  const [before] = await testEnv.query<{ unfinished: number }>(
    'select count(*)::int as unfinished from workflow_runs where finished_at is null',
  )
  const wipedAt = Date.now()
  await testEnv.restate.wipe()
  for (const id of ids) {
    const status = await testEnv.end(id, 60_000)
    report.expect(status === 'succeeded', `after the wipe a run ended ${status}`)
  }
  const [doubles] = await testEnv.query<{ journal: number; effects: number }>(
    `select (select count(*)::int from (
         select from test_journal where run_id = any($1) group by run_id, name, phase having count(*) > 1) d) as journal,
       (select count(*)::int - $2 from test_effects where run_id = any($1)) as effects`,
    [ids, count * stepNames.length],
  )
  report.expect(before?.unfinished === count, `only ${before?.unfinished} of ${count} runs were in flight`)
  report.expect(doubles?.journal === 0, `${doubles?.journal} steps were recorded twice`)
  report.figure('wiped_in_flight', before?.unfinished ?? 0)
  report.figure('wipe_repeated_steps', doubles?.effects ?? -1)
  report.figure('wipe_all_done_s', ((Date.now() - wipedAt) / 1000).toFixed(1))
}
