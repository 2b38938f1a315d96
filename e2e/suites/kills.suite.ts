/**
 * The worker is killed at every point of a deployment: one terminal state, one traffic switch, and a server that matches the
 * database.
 *
 * --quick: every step once. --chains: every point once. Full: 200 kills drawn by a seed; --from=N continues with the N-th.
 *
 * @tier all
 * @budget 300
 * @options --chains --seed=N --from=N --to=N --user=NAME
 */
import { hasFlag, isQuick, numberOption, option } from '../support/command-line.ts'
import { openRecoveryWorld } from '../support/recovery-world.ts'
import { Report } from '../support/report.ts'
import { findOnDisk } from '../support/target-truth.ts'
import { killInChains, killInEachStep, killOneByOne } from './kills/forward.ts'
import { removeEverything } from './kills/removal.ts'
import { killWhileUndoing } from './kills/undo.ts'

const report = new Report('kills')
const user = option('user') === 'deploy' ? 'deploy' : 'root'
const seed = report.seed()
const from = numberOption('from', 0)
{
  await using world = await openRecoveryWorld({ user })
  const tally = { world, report, kills: 0, points: new Set<string>(), settledMs: [] as number[], deployments: 0 }
  if (isQuick) {
    await killInEachStep(tally)
    await killWhileUndoing(tally, { rounds: 1, isWhole: false })
  } else if (hasFlag('chains')) {
    await killInChains(tally)
    await killWhileUndoing(tally, { rounds: 1, isWhole: true })
  } else await killOneByOne(tally, { seed, from, count: numberOption('to', 200) })
  await removeEverything(tally)
  const left = await findOnDisk(world, world.sentinel)
  report.expect(left.length === 0, `a secret is left on the server: ${left.join(' ')}`)
  report.figure('user', user)
  report.figure('deployments', tally.deployments)
  report.figure('kills', tally.kills)
  report.figure('points', tally.points.size)
  report.figure('settled_max_s', (Math.max(0, ...tally.settledMs) / 1_000).toFixed(1))
}
report.finish()
