/** A cancel reaches the running step, which stops before anything is undone. */

import { tenSteps } from '../../../apps/server/src/testing/durable-tasks.ts'
import { requestCancel } from '../../../apps/server/src/testing/internals/durable.ts'
import type { DurableTestEnv } from '../../support/durable-test-env.ts'
import { percentile, type Report } from '../../support/report.ts'

export async function measureCancel(testEnv: DurableTestEnv, report: Report, { isQuick }: { isQuick: boolean }) {
  const reachedMs: number[] = []
  const count = isQuick ? 10 : 50
  for (let index = 0; index < count; index += 1) {
    const id = await testEnv.startRun(tenSteps, `cancel-${index}`, { holdAt: 's6' })
    await testEnv.poll(`select 1 from test_effects where run_id = $1 and name = 's6'`, [id], 10_000)
    await testEnv.database.system((tx) => requestCancel(tx, id))
    const status = await testEnv.end(id)
    report.expect(status === 'cancelled', `cancelled run ended ${status}`)
    const [times] = await testEnv.query<{ reached: number; before: boolean; undone: number }>(
      `select extract(epoch from s.at - r.cancel_requested_at)::float8 * 1000 as reached,
         s.at < (select min(at) from test_effects where run_id = r.id and phase = 'undo') as before,
         (select count(*)::int from test_effects where run_id = r.id and phase = 'undo') as undone
       from workflow_runs r join test_signals s on s.run_id = r.id where r.id = $1`,
      [id],
    )
    report.expect(times?.before === true && times.undone === 2, `cancel ${index}: undo ran too early or not at all`)
    reachedMs.push(times?.reached ?? Number.NaN)
  }
  const median = percentile(reachedMs, 0.5)
  report.expect(median < 200, `cancel took ${median} ms at the median`)
  report.figure('cancels', count)
  report.figure('cancel_p50_ms', median.toFixed(1))
  report.figure('cancel_max_ms', percentile(reachedMs, 1).toFixed(1))
}
