/** Keeps the worker running like a supervisor until the deployment has ended, and checks what is left. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { becomesTrue } from '../eventually.ts'
import {
  type Behavior,
  finalStatuses,
  type RecoveryTestEnv,
  readDeployment,
  requestDeployment,
  visit,
} from '../recovery-test-env.ts'
import type { Report } from '../report.ts'
import { findDifferences, watchSwitches } from '../target-truth.ts'

export interface Tally {
  readonly testEnv: RecoveryTestEnv
  readonly report: Report
  kills: number
  deployments: number
  readonly points: Set<string>
  /** Time from the worker's last restart to the end. */
  readonly settledMs: number[]
}

const terminalMs = 60_000
const tidyMs = 30_000

export async function arm({ sql }: Pick<RecoveryTestEnv, 'sql'>, points: readonly string[]): Promise<void> {
  await sql.query('delete from test_arms')
  await sql.query('delete from test_kills')
  for (const point of points) await sql.query('insert into test_arms (point) values ($1)', [point])
}

export async function firedPoints({ sql }: Pick<RecoveryTestEnv, 'sql'>): Promise<string[]> {
  return (await sql.query<{ point: string }>('select point from test_kills order by killed_at')).map((row) => row.point)
}

/** Restarts the worker whenever it died. True if it died at least once since the last call. */
export async function superviseUntil(
  testEnv: Pick<RecoveryTestEnv, 'instance'>,
  holds: () => Promise<boolean>,
  withinMs: number,
) {
  let restartedAt = Date.now()
  let restarts = 0
  for (;;) {
    if (!testEnv.instance.worker.isRunning) {
      // A worker that dies during its start is started again.
      await testEnv.instance.startWorker().catch((error: unknown) => {
        if (testEnv.instance.worker.isRunning) throw error
      })
      restarts += 1
      restartedAt = Date.now()
    }
    if (await holds().catch(() => false)) return { isDone: true, restarts, sinceRestartMs: Date.now() - restartedAt }
    if (Date.now() - restartedAt > withinMs) return { isDone: false, restarts, sinceRestartMs: withinMs }
    await delay(50)
  }
}

interface Wanted {
  statuses: readonly string[]
  /** Runs during the deployment, such as a cancel. */
  during?: (deployment: Deployment) => Promise<void>
  withinMs?: number
  /** False if the watcher on the target doesn't survive the kill. */
  isWatched?: boolean
}

/** One deployment under kills at these points; `during` runs while it is under way, such as a cancel. */
export async function deployUnderKills(
  tally: Tally,
  points: readonly string[],
  wanted: Behavior & Wanted,
): Promise<void> {
  const { testEnv, report } = tally
  const what = `${points.length > 3 ? `${points.length} points` : points.join(', ')} (${wanted.version})`.trim()
  await arm(testEnv, points)
  const before = await visit(testEnv)
  await using switches = await watchSwitches(testEnv)
  const { statuses, during: meanwhile, withinMs = terminalMs, isWatched = true, ...behavior } = wanted
  const asked = await requestDeployment(testEnv, behavior)
  tally.deployments += 1
  const during = meanwhile?.(asked)
  const isOver = async () =>
    finalStatuses.has((await readDeployment(testEnv, asked.id)).status) && (await isRunOver(testEnv, asked.id))
  const settled = await superviseUntil(testEnv, isOver, withinMs)
  await during?.catch((error: unknown) => report.expect(false, `${what}: ${String(error)}`))
  tally.settledMs.push(settled.sinceRestartMs)
  const ended = await readDeployment(testEnv, asked.id)
  const fired = await firedPoints(testEnv)
  tally.kills += fired.length
  for (const point of fired) tally.points.add(point)
  const unfired = points.filter((point) => !fired.includes(point))
  report.expect(unfired.length === 0, `${what}: not killed at ${unfired.join(', ')}`)
  report.expect(settled.isDone, `${what}: after ${withinMs} ms it is ${ended.status} at ${ended.step}`)
  report.expect(statuses.includes(ended.status), `${what}: ended ${ended.status}: ${JSON.stringify(ended.error)}`)
  await judgeHistory(tally, asked.id, what)
  const seen = await switches.seen()
  const forward = seen.filter((each) => each === asked.id).length
  const isLive = ended.status === 'live'
  report.expect(isLive && isWatched ? forward === 1 : forward <= 1, `${what}: traffic went ${seen.join(' > ')}`)
  const isTidy = await becomesTrue(async () => (await findDifferences(testEnv)).length === 0, {
    withinMs: tidyMs,
    everyMs: 500,
  })
  if (!isTidy) report.expect(false, `${what}: ${(await findDifferences(testEnv)).join('; ')}`)
  const expected = isLive ? wanted.version : before
  const isServed = await becomesTrue(async () => (await visit(testEnv)) === expected, {
    withinMs: tidyMs,
    everyMs: 500,
  })
  if (!isServed) report.expect(false, `${what}: visitors see ${await visit(testEnv)}, not ${expected}`)
}

async function isRunOver({ sql }: RecoveryTestEnv, id: string): Promise<boolean> {
  const rows = await sql.query('select 1 from workflow_runs where id = $1 and finished_at is not null', [
    decodeId('dep', id),
  ])
  return rows.length > 0
}

/** Each accepted deployment has exactly one end, reported once; at most one is live. */
async function judgeHistory({ testEnv: { sql }, report }: Tally, id: string, what: string): Promise<void> {
  const uuid = decodeId('dep', id)
  const reported = await sql.query<{ status: string }>(
    `select data ->> 'status' as status from run_events where run_id = $1 and kind = 'status' order by seq`,
    [uuid],
  )
  // A worker that took over may report the end again. It is always the same, and nothing comes after it.
  const first = reported.findIndex((row) => finalStatuses.has(row.status))
  const ends = new Set(reported.slice(Math.max(0, first)).map((row) => row.status))
  report.expect(
    first >= 0 && ends.size === 1,
    `${what}: its stream reports ${reported.map((row) => row.status).join(' ')}`,
  )
  const live = await sql.query(`select 1 from deployments where status = 'live'`)
  report.expect(live.length <= 1, `${what}: ${live.length} deployments are live`)
  const unfinished = await sql.query(
    `select 1 from deployments d where d.finished_at is null and not exists (select from workflow_runs r where r.id = d.id and r.finished_at is null)`,
  )
  report.expect(unfinished.length === 0, `${what}: ${unfinished.length} deployments no longer have a run`)
}
