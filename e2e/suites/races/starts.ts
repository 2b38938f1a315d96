/** Fifty deployments requested at once: every one ends, and the newest is live. */
import { percentile } from '../../support/report.ts'
import { deploymentsOf, expectSettled, type Races, untilOver } from './race-test-env.ts'

export async function raceStarts(races: Races, rounds: number, width = 50): Promise<void> {
  const { testEnv, report } = races
  const tookMs: number[] = []
  const counts = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    await testEnv.commit({ 'version.json': JSON.stringify({ version: `start-${round}` }) })
    const { ask, path } = deploymentsOf(testEnv)
    const startedMs = Date.now()
    const asked = await Promise.all(Array.from({ length: width }, () => ask('POST', path, {})))
    const ended = []
    for (const { id } of asked) ended.push(await untilOver(testEnv, id))
    tookMs.push(Date.now() - startedMs)
    for (const { status } of ended) counts.set(status, (counts.get(status) ?? 0) + 1)
    const newest = ended.toSorted((a, b) => b.number - a.number)[0]
    report.expect(newest?.status === 'live', `the newest of ${width} is ${newest?.status}`)
    report.expect(new Set(ended.map((each) => each.number)).size === width, 'two deployments have one number')
    await expectSettled(races, `after start race ${round}`)
  }
  const bad = (counts.get('failed') ?? 0) + (counts.get('cancelled') ?? 0)
  report.expect(bad === 0, `${bad} of those asked for at once did not end well`)
  report.figure('start_races', rounds)
  report.figure('starts_superseded', counts.get('superseded') ?? 0)
  report.figure('start_race_max_s', (percentile(tookMs, 1) / 1_000).toFixed(1))
}
