/**
 * What a deployment needs goes away in its middle: the durable engine, its store, the database, the line to the server, the
 * server's Docker, the whole server, space on its disk. Each deployment still reaches one truthful end, the server holds what
 * the database knows, visitors see the version that is live, and the next deployment works. Drift that is planted on the server
 * is told within a minute; what does not carry our labels is not touched.
 *
 * --quick: one of each. Full: SSH cut 50 times, reboots 20, disk 10, the others 10 each, at steps drawn by a seed; `--seed N
 * --from K` goes on with the K-th fault of that seed. A full disk means less free than the reserve: a disk that is really full
 * cannot be made here without filling the disk of the machine.
 */
import { openRecoveryWorld } from '../support/recovery-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { proveDrift } from './faults/drift.ts'
import { type FaultName, faultCounts, faultNames, faultsInOrder, sufferFault } from './faults/faults.ts'
import { deployUnderKills, type Tally } from './kills/settle.ts'
import { word } from './kills/words.ts'

const report = new Report('faults')
const seed = Number(word('--seed') ?? 1)
const from = Number(word('--from') ?? 0)
const only = faultNames.filter((name) => process.argv.includes(name))
const counts: Record<FaultName, number> = { ...faultCounts(isQuick) }
{
  await using world = await openRecoveryWorld({ user: word('--user') === 'deploy' ? 'deploy' : 'root' })
  const tally: Tally = { world, report, kills: 0, points: new Set(), settledMs: [], deployments: 0 }
  await deployUnderKills(tally, [], { version: 'calm', statuses: ['live'], withinMs: 180_000 })
  const isDriftOnly = only.length === 0 && process.argv.includes('drift')
  const wanted = only.length > 0 || isDriftOnly ? only : faultNames
  if (only.length === 0 || process.argv.includes('drift')) await proveDrift(tally)
  const order = faultsInOrder(seed, wanted, counts)
  for (const [index, { name, step }] of order.entries()) {
    if (index < from) continue
    console.error(`  ${index}: ${name} in ${step} (--seed ${seed} --from ${index})`)
    await sufferFault(tally, { name, step, index })
  }
  await deployUnderKills(tally, [], { version: 'after-all', statuses: ['live'], withinMs: 180_000 })
  for (const name of wanted) report.figure(name, order.filter((each) => each.name === name).length)
  report.figure('deployments', tally.deployments)
  report.figure('settled_max_s', (Math.max(0, ...tally.settledMs) / 1_000).toFixed(1))
}
report.finish()
