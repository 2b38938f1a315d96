/**
 * Workers that are stopped in the middle of a deployment, replaced, and then go on: whatever they still do has no effect. The
 * fence is compared on the server itself, which is tried by hand as well.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { requestDeployment } from '../../support/recovery-world.ts'
import { readTruth, watchSwitches } from '../../support/target-truth.ts'
import { expectSettled, type Races, untilOver } from './race-world.ts'

/** Longer than the engine waits before it calls another worker. */
const stopMs = 12_000

export async function raceStops(races: Races, count: number): Promise<void> {
  const { world, report, random, workers } = races
  let switches = 0
  for (let round = 0; round < count; round += 1) {
    await using watched = await watchSwitches(world)
    const { id } = await requestDeployment(world, { version: `stop-${round}`, releaseMs: random.below(1_500) })
    await delay(random.below(5_000))
    const worker = random.pick(workers)
    worker.signal('SIGSTOP')
    await delay(stopMs)
    worker.signal('SIGCONT')
    const { status } = await untilOver(world, id)
    report.expect(status === 'live', `with a worker stopped and continued the deployment ended ${status}`)
    await expectSettled(races, `after stop ${round}`)
    const own = (await watched.seen()).filter((release) => release === id).length
    report.expect(own === 1, `traffic was switched ${own} times to one deployment`)
    switches += own
  }
  await tryOldFence(races)
  report.figure('stops', count)
  report.figure('switches', switches)
}

/** By the program on the server, as a worker that was replaced would do it. */
async function tryOldFence({ world, report }: Races): Promise<void> {
  const { target, environmentId } = world
  const { current, releases } = await readTruth(world)
  const release = releases[0] ?? ''
  const names = await target.mustExec([
    'docker',
    'ps',
    '--filter',
    'label=longshore.role=proxy',
    '--format',
    '{{.Names}}',
  ])
  const words = [`--environment=${environmentId}`, `--release=${release}`, '--fence=1']
  const asked = await target.exec(['docker', 'exec', names.trim(), '/longshore-proxy', 'switch', ...words])
  const isRefused = `${asked.stdout}${asked.stderr}`.includes('stale_fence')
  report.expect(isRefused, `the server took an old fence: ${asked.exitCode} ${asked.stdout} ${asked.stderr}`)
  report.expect((await readTruth(world)).current === current, 'an old fence moved the traffic')
  report.figure('old_fence_refused', isRefused)
}
