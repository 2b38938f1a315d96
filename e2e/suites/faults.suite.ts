/**
 * Infrastructure fails in the middle of a deployment: engine, store, database, SSH, Docker, reboot, full disk. The deployment
 * ends truthfully and the next one works; drift on the server is reported.
 *
 * --quick: one of each. Full: 120 faults at steps drawn by a seed; --from=N continues with the N-th.
 *
 * @tier all
 * @budget 400
 * @topics drift engine store database line dockerd reboot disk
 * @options --seed=N --from=N --user=NAME
 */
import { isChosen, isQuick, numberOption, option } from '../support/command-line.ts'
import { deployUnderKills, type Tally } from '../support/kills/settle.ts'
import { openRecoveryTestEnv } from '../support/recovery-test-env.ts'
import { Report } from '../support/report.ts'
import { proveDrift } from './faults/drift.ts'
import { type FaultName, faultCounts, faultNames, faultsInOrder, sufferFault } from './faults/faults.ts'

const report = new Report('faults')
const seed = report.seed()
const from = numberOption('from', 0)
const chosenFaults = faultNames.filter(isChosen)
const counts: Record<FaultName, number> = { ...faultCounts(isQuick) }
{
  await using testEnv = await openRecoveryTestEnv({ user: option('user') === 'deploy' ? 'deploy' : 'root' })
  const tally: Tally = { testEnv, report, kills: 0, points: new Set(), settledMs: [], deployments: 0 }
  await deployUnderKills(tally, [], { version: 'calm', statuses: ['live'], withinMs: 180_000 })
  if (isChosen('drift')) await proveDrift(tally)
  const order = faultsInOrder(seed, chosenFaults, counts)
  for (const [index, { name, step }] of order.entries()) {
    if (index < from) continue
    console.error(`  ${index}: ${name} in ${step} (--seed ${seed} --from ${index})`)
    await sufferFault(tally, { name, step, index })
  }
  await deployUnderKills(tally, [], { version: 'after-all', statuses: ['live'], withinMs: 180_000 })
  for (const name of chosenFaults) report.figure(name, order.filter((each) => each.name === name).length)
  report.figure('deployments', tally.deployments)
  report.figure('settled_max_s', (Math.max(0, ...tally.settledMs) / 1_000).toFixed(1))
}
report.finish()
