/**
 * Workers that are paused during a deployment, replaced, and then resumed: their later actions have no effect. The
 * server itself compares the fence, which is also tested directly.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { requestDeployment } from '../../support/recovery-test-env.ts'
import { readTruth, watchSwitches } from '../../support/target-truth.ts'
import { expectSettled, type Races, untilOver } from './race-test-env.ts'

/** Longer than Restate waits before it calls another worker. */
const stopMs = 12_000

export async function raceStops(races: Races, count: number): Promise<void> {
  const { testEnv, report, random, workers } = races
  let switches = 0
  let takeovers = 0
  let tooLate = 0
  for (let round = 0; round < count; ) {
    await using watched = await watchSwitches(testEnv)
    const { id } = await requestDeployment(testEnv, { version: `stop-${round}`, releaseMs: random.below(1_500) })
    await becomesTrue(async () => (await holdersOf(races, id)).length > 0, { withinMs: 60_000 })
    await delay(random.below(3_000))
    const [holder] = await holdersOf(races, id)
    const worker = workers.find((each) => each.processId === holder)
    worker?.signal('SIGSTOP')
    // The run may have ended or been taken over a moment before. Then nothing was tested.
    const isHeld = worker !== undefined && (await holdersOf(races, id))[0] === holder && !(await isRunOver(races, id))
    if (isHeld) await delay(stopMs)
    worker?.signal('SIGCONT')
    const { status } = await untilOver(testEnv, id)
    if (!isHeld) {
      tooLate += 1
      if (!report.expect(tooLate <= count + 5, 'the worker that has the run is never found in time')) return
      continue
    }
    round += 1
    if ((await holdersOf(races, id))[0] !== holder) takeovers += 1
    report.expect(status === 'live', `with a worker stopped and continued the deployment ended ${status}`)
    await expectSettled(races, `after stop ${round}`)
    const own = (await watched.seen()).filter((release) => release === id).length
    report.expect(own === 1, `traffic was switched ${own} times to one deployment`)
    switches += own
  }
  await tryOldFence(races)
  report.expect(takeovers > 0, 'no worker that was stopped was replaced')
  report.figure('stops', count)
  report.figure('stops_taken_over', takeovers)
  report.figure('stops_too_late', tooLate)
  report.figure('switches', switches)
}

/** Processes that claimed the run, the newest first. */
async function holdersOf({ testEnv: { sql } }: Races, id: string): Promise<number[]> {
  const query = 'select process_id from test_claims where run_id = $1 order by seq desc'
  return (await sql.query<{ process_id: number }>(query, [decodeId('dep', id)])).map((row) => row.process_id)
}

async function isRunOver({ testEnv: { sql } }: Races, id: string): Promise<boolean> {
  const query = 'select 1 from workflow_runs where id = $1 and finished_at is not null'
  return (await sql.query(query, [decodeId('dep', id)])).length > 0
}

/** Calls the program on the server, as a replaced worker would. */
async function tryOldFence({ testEnv, report }: Races): Promise<void> {
  const { target, environmentId } = testEnv
  const { current, releases } = await readTruth(testEnv)
  const release = releases[0] ?? ''
  const names = await target.mustExec([
    'docker',
    'ps',
    '--filter',
    'label=longshore.role=proxy',
    '--format',
    '{{.Names}}',
  ])
  const args = [`--environment=${environmentId}`, `--release=${release}`, '--fence=1']
  const asked = await target.exec(['docker', 'exec', names.trim(), '/longshore-proxy', 'switch', ...args])
  const isRefused = `${asked.stdout}${asked.stderr}`.includes('stale_fence')
  report.expect(isRefused, `the server took an old fence: ${asked.exitCode} ${asked.stdout} ${asked.stderr}`)
  report.expect((await readTruth(testEnv)).current === current, 'an old fence moved the traffic')
  report.figure('old_fence_refused', isRefused)
}
