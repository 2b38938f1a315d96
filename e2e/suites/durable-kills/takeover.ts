/** Another worker continues after one was killed or hangs, and the worker that hung can no longer write. */
import { tenSteps } from '../../../apps/server/src/testing/durable-tasks.ts'
import type { DurableTestEnv } from '../../support/durable-test-env.ts'
import { percentile, type Report } from '../../support/report.ts'

export async function measureTakeover(testEnv: DurableTestEnv, report: Report, { isQuick }: { isQuick: boolean }) {
  await afterKill(testEnv, report, isQuick ? 3 : 10)
  await afterHang(testEnv, report, isQuick ? 1 : 3)
}

async function afterKill(testEnv: DurableTestEnv, report: Report, rounds: number): Promise<void> {
  const tookMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await testEnv.ready()
    const { id, pid } = await startHeld(testEnv, `kill-${round}`, { holdAt: 's5', holdMs: 1_500 })
    const killedAt = Date.now()
    process.kill(pid, 'SIGKILL')
    tookMs.push((await takenOverAt(testEnv, id, pid, 10_000)) - killedAt)
    const status = await testEnv.end(id)
    report.expect(status === 'succeeded', `after a kill the run ended ${status}`)
  }
  report.expect(percentile(tookMs, 1) < 5_000, `takeover after SIGKILL took ${percentile(tookMs, 1)} ms`)
  report.figure('sigkill_takeover_max_ms', percentile(tookMs, 1))
}

async function afterHang(testEnv: DurableTestEnv, report: Report, rounds: number): Promise<void> {
  const tookMs: number[] = []
  let refused = 0
  for (let round = 0; round < rounds; round += 1) {
    await testEnv.ready()
    // The step can't be stopped: when the hung worker wakes up, it finishes at once and tries to record its result,
    // while the other worker is still at the same step. Only the fence prevents the write.
    const { id, pid } = await startHeld(testEnv, `hang-${round}`, { deafAt: 's5', holdMs: 2_000 })
    const stoppedAt = Date.now()
    process.kill(pid, 'SIGSTOP')
    try {
      tookMs.push((await takenOverAt(testEnv, id, pid, 40_000)) - stoppedAt)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    const status = await testEnv.end(id)
    report.expect(status === 'succeeded', `after a hang the run ended ${status}`)
    const writers = await testEnv.query<{ by: number }>(
      `select (output ->> 'by')::int as by from workflow_steps where run_id = $1 and name = 's5'`,
      [id],
    )
    const [records] = await testEnv.query<{ count: number }>(
      `select count(*)::int as count from test_records where run_id = $1 and name = 's5'`,
      [id],
    )
    const isRefused = writers.length === 1 && writers[0]?.by !== pid && records?.count === 1
    report.expect(isRefused, 'the worker that hung wrote to the journal')
    refused += isRefused ? 1 : 0
  }
  report.expect(percentile(tookMs, 1) < 25_000, `takeover after SIGSTOP took ${percentile(tookMs, 1)} ms`)
  report.figure('sigstop_takeover_max_ms', percentile(tookMs, 1))
  report.figure('late_writes_refused', refused)
}

async function startHeld(
  testEnv: DurableTestEnv,
  key: string,
  input: { holdAt?: string; deafAt?: string; holdMs: number },
) {
  const id = await testEnv.startRun(tenSteps, key, input)
  const row = await testEnv.poll<{ pid: number }>(
    `select pid from test_effects where run_id = $1 and name = 's5'`,
    [id],
    10_000,
  )
  if (row === undefined) throw new Error('the run did not reach its fifth step')
  return { id, pid: row.pid }
}

async function takenOverAt(testEnv: DurableTestEnv, id: string, pid: number, withinMs: number): Promise<number> {
  const text = 'select at from test_claims where run_id = $1 and pid <> $2 order by at limit 1'
  const row = await testEnv.poll<{ at: Date }>(text, [id, pid], withinMs)
  return row?.at.getTime() ?? Number.POSITIVE_INFINITY
}
