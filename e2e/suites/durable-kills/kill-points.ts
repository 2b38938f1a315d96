/** A run of ten steps whose worker is killed once at every point where it can die, and the same for a canceled run. */

import { stepNames, tenSteps, undoNames } from '../../../apps/server/src/testing/durable-tasks.ts'
import { type RunId, requestCancel } from '../../../apps/server/src/testing/internals/durable.ts'
import type { DurableTestEnv } from '../../support/durable-test-env.ts'
import { percentile, type Report } from '../../support/report.ts'

const forwardPoints = [
  'relay-picked',
  'relay-submitted',
  'relay-deleted',
  'claiming',
  'claimed',
  ...stepNames.flatMap((name) => [`start:${name}`, `ran:${name}`, `recorded:${name}`]),
]
const undoPoints = [
  ...undoNames.flatMap((name) => [`undo-start:${name}`, `undone:${name}`, `undo-recorded:${name}`]),
  'finishing',
]

export async function killEverywhere(testEnv: DurableTestEnv, report: Report, { isQuick }: { isQuick: boolean }) {
  const rounds = isQuick ? 1 : 5
  const recoveriesMs: number[] = []
  let kills = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const point of forwardPoints) {
      const id = await runKilledAt(testEnv, point, `f${round}-${kills}`, {})
      kills += await check(testEnv, report, { id, point, expected: 'succeeded', recoveriesMs })
    }
    for (const point of undoPoints) {
      const id = await runKilledAt(testEnv, point, `u${round}-${kills}`, { holdAt: 's9' })
      kills += await check(testEnv, report, { id, point, expected: 'cancelled', recoveriesMs })
    }
  }
  const points = forwardPoints.length + undoPoints.length
  report.expect(points >= 39, `only ${points} kill points`)
  report.expect(kills === points * rounds, `${kills} of ${points * rounds} kills happened`)
  report.expect(percentile(recoveriesMs, 1) < 5_000, `a takeover took ${percentile(recoveriesMs, 1)} ms`)
  report.figure('kill_points', points)
  report.figure('kills', kills)
  report.figure('recovery_p50_ms', percentile(recoveriesMs, 0.5))
  report.figure('recovery_max_ms', percentile(recoveriesMs, 1))
}

async function runKilledAt(
  testEnv: DurableTestEnv,
  point: string,
  key: string,
  input: { holdAt?: string },
): Promise<RunId> {
  await testEnv.ready()
  await testEnv.query('delete from test_kills where point = $1', [point])
  await testEnv.query('insert into test_arms (point) values ($1)', [point])
  const id = await testEnv.startRun(tenSteps, key, input)
  if (input.holdAt !== undefined) {
    await testEnv.poll('select 1 from test_effects where run_id = $1 and name = $2', [id, input.holdAt], 30_000)
    await testEnv.database.system((tx) => requestCancel(tx, id))
  }
  return id
}

interface Check {
  id: string
  point: string
  expected: string
  recoveriesMs: number[]
}

async function check(
  testEnv: DurableTestEnv,
  report: Report,
  { id, point, expected, recoveriesMs }: Check,
): Promise<number> {
  const fired = await testEnv.poll<{ at: Date }>(
    'select killed_at as at from test_kills where point = $1 order by killed_at desc limit 1',
    [point],
    30_000,
  )
  const status = await testEnv.end(id)
  report.expect(status === expected, `killed at ${point}: the run ended ${status}, not ${expected}`)
  const [claim] = await testEnv.query<{ ms: number }>(
    `select extract(epoch from min(at) - $2::timestamptz)::float8 * 1000 as ms from test_claims where run_id = $1 and at > $2`,
    [id, fired?.at],
  )
  // After a kill behind the last record nothing is left to take over.
  if (claim?.ms != null) recoveriesMs.push(Math.round(claim.ms))
  const done = expected === 'succeeded' ? stepNames : stepNames.slice(0, 8)
  const undone = expected === 'succeeded' ? [] : undoNames
  for (const table of ['test_journal', 'test_records']) {
    const rows = await testEnv.query<{ name: string; phase: string; count: number }>(
      `select name, phase, count(*)::int as count from ${table} where run_id = $1 group by 1, 2`,
      [id],
    )
    const found = (phase: string) => rows.filter((row) => row.phase === phase && row.count === 1).map((row) => row.name)
    report.expect(same(found('run'), done), `killed at ${point}: ${table} has ${JSON.stringify(rows)}`)
    report.expect(same(found('undo'), undone), `killed at ${point}: undo in ${table} has ${JSON.stringify(rows)}`)
  }
  const [twice] = await testEnv.query<{ extra: number }>(
    `select coalesce(sum(count - 1), 0)::int as extra from
       (select count(*) from test_effects where run_id = $1 group by name, phase) as counted`,
    [id],
  )
  report.expect(
    (twice?.extra ?? 0) <= 1,
    `killed at ${point}: ${twice?.extra} effects were repeated, at most one may be`,
  )
  return fired === undefined ? 0 : 1
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join()
}
