/**
 * The worker dies by SIGKILL at every point of a deployment: before the effect of a step, after it, after its record; in the
 * relay, at the claim, while a cancelled or failed deployment is undone. Whatever died: the deployment reaches one terminal
 * state within a minute, traffic was switched once, and the server holds exactly what the database knows.
 *
 * --quick: every step once, in one deployment; --chains: every point once, in few deployments. Full: one kill for each
 * deployment, 200 in all, points drawn by a seed; `--seed N --from K` goes on with the K-th kill of that seed. `--user deploy`:
 * not as root.
 */
import { openRecoveryWorld } from '../support/recovery-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { findOnDisk } from '../support/target-truth.ts'
import { killInChains, killInEachStep, killOneByOne } from './kills/forward.ts'
import { removeEverything } from './kills/removal.ts'
import { killWhileUndoing } from './kills/undo.ts'
import { word } from './kills/words.ts'

const report = new Report('kills')
const user = word('--user') === 'deploy' ? 'deploy' : 'root'
const seed = Number(word('--seed') ?? 1)
const from = Number(word('--from') ?? 0)
{
  await using world = await openRecoveryWorld({ user })
  const tally = { world, report, kills: 0, points: new Set<string>(), settledMs: [] as number[], deployments: 0 }
  if (isQuick) {
    await killInEachStep(tally)
    await killWhileUndoing(tally, { rounds: 1, isWhole: false })
  } else if (process.argv.includes('--chains')) {
    await killInChains(tally)
    await killWhileUndoing(tally, { rounds: 1, isWhole: true })
  } else await killOneByOne(tally, { seed, from, count: Number(word('--to') ?? 200) })
  await removeEverything(tally)
  const left = await findOnDisk(world, world.sentinel)
  report.expect(left.length === 0, `a secret is left on the server: ${left.join(' ')}`)
  report.figure('seed', seed)
  report.figure('user', user)
  report.figure('deployments', tally.deployments)
  report.figure('kills', tally.kills)
  report.figure('points', tally.points.size)
  report.figure('settled_max_s', (Math.max(0, ...tally.settledMs) / 1_000).toFixed(1))
}
report.finish()
