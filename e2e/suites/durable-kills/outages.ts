/** The database connection is cut during a run, then Restate is killed: runs continue where they were. */
import { stepNames, tenSteps } from '../../../apps/server/src/testing/durable-tasks.ts'
import type { DurableTestEnv } from '../../support/durable-test-env.ts'
import type { Report } from '../../support/report.ts'

export async function cutOff(testEnv: DurableTestEnv, report: Report, { isQuick }: { isQuick: boolean }) {
  const count = isQuick ? 8 : 20
  await duringRuns(testEnv, report, { what: 'database', count }, () => testEnv.postgres.restart('immediate'))
  await duringRuns(testEnv, report, { what: 'engine', count }, async () => {
    await testEnv.restate.kill()
    await testEnv.restate.start()
  })
}

async function duringRuns(
  testEnv: DurableTestEnv,
  report: Report,
  { what, count }: { what: string; count: number },
  outage: () => Promise<void>,
): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push(await testEnv.startRun(tenSteps, `${what}-${index}`, { stepMs: 40 }))
  }
  await testEnv.poll(`select 1 from test_effects where run_id = $1 and name = 's2'`, [ids[count - 1]], 10_000)
  await outage()
  let succeeded = 0
  for (const id of ids) succeeded += (await testEnv.end(id, 30_000)) === 'succeeded' ? 1 : 0
  const [journal] = await testEnv.query<{ rows: number }>(
    'select count(*)::int as rows from test_journal where run_id = any($1)',
    [ids],
  )
  report.expect(succeeded === count, `${what} away: ${succeeded} of ${count} runs succeeded`)
  report.expect(journal?.rows === count * stepNames.length, `${what} away: ${journal?.rows} steps were recorded`)
  report.figure(`${what}_outage_ok`, succeeded)
}
