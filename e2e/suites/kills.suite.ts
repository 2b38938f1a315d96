/**
 * The worker is killed at every point of a deployment: one terminal state, one traffic switch, and a server that matches the
 * database. And while programs of people run: each is started once, and no line of its output is lost or stored twice.
 *
 * --quick: every step once, and 5 kills under programs. --chains: every point once. Full: 200 kills drawn by a seed, and 50 under
 * programs; --from=N continues with the N-th.
 *
 * @tier all
 * @budget 420
 * @topics deployments programs
 * @options --chains --seed=N --from=N --to=N --user=NAME
 */
import { hasFlag, isChosen, isQuick, numberOption, option } from '../support/command-line.ts'
import { killUnderPrograms, programServices } from '../support/kills/programs.ts'
import { openRecoveryTestEnv } from '../support/recovery-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { findOnDisk } from '../support/target-truth.ts'
import { killInChains, killInEachStep, killOneByOne } from './kills/forward.ts'
import { removeEverything } from './kills/removal.ts'
import { killWhileUndoing } from './kills/undo.ts'

const report = new Report('kills')
const user = option('user') === 'deploy' ? 'deploy' : 'root'
const seed = report.seed()
const from = numberOption('from', 0)
if (isChosen('deployments')) await killUnderDeployments()
if (isChosen('programs')) await killUnderProgramsOnly()
report.finish()

async function killUnderDeployments(): Promise<void> {
  await using testEnv = await openRecoveryTestEnv({ user })
  const tally = { testEnv, report, kills: 0, points: new Set<string>(), settledMs: [] as number[], deployments: 0 }
  if (isQuick) {
    await killInEachStep(tally)
    await killWhileUndoing(tally, { rounds: 1, isWhole: false })
  } else if (hasFlag('chains')) {
    await killInChains(tally)
    await killWhileUndoing(tally, { rounds: 1, isWhole: true })
  } else await killOneByOne(tally, { seed, from, count: numberOption('to', 200) })
  await removeEverything(tally)
  const left = await findOnDisk(testEnv, testEnv.sentinel)
  report.expect(left.length === 0, `a secret is left on the server: ${left.join(' ')}`)
  report.figure('user', user)
  report.figure('deployments', tally.deployments)
  report.figure('kills', tally.kills)
  report.figure('points', tally.points.size)
  report.figure('settled_max_s', (Math.max(0, ...tally.settledMs) / 1_000).toFixed(1))
}

async function killUnderProgramsOnly(): Promise<void> {
  await using testEnv = await openRecoveryTestEnv({ user, services: programServices })
  const tally = { testEnv, report, kills: 0, programs: 0, lines: 0, gaps: 0, ways: new Map<string, number>() }
  const kills = isQuick ? 5 : 50
  await runTopic({ report, instance: testEnv.instance }, 'programs', () => killUnderPrograms(tally, { kills, seed }))
  report.figure('program_kills', tally.kills)
  report.figure('program_kill_ways', [...tally.ways].map(([way, times]) => `${way}:${times}`).join(' '))
  report.figure('programs', tally.programs)
  report.figure('program_lines', tally.lines)
  report.figure('program_gaps', tally.gaps)
}
