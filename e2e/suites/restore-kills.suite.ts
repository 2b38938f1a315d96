/**
 * The worker is killed at every point of a restore, its undo and an import: the database holds the old data or the backup's,
 * never a mix. A command that runs meanwhile is started once and loses no line.
 *
 * --quick: every step once. Full: 100 kills drawn by a seed; --from=N continues with the N-th.
 *
 * @tier all
 * @budget 330
 * @topics restore import programs
 * @options --seed=N --from=N --to=N
 */
import { isChosen, isQuick, numberOption } from '../support/command-line.ts'
import { openDataTestEnv } from '../support/data-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { killImports } from './restore-kills/import.ts'
import { killUnderCommand } from './restore-kills/programs.ts'
import { killInEachStep, killOneByOne, type Tally } from './restore-kills/restore.ts'

const report = new Report('restore-kills')
const seed = report.seed()
const from = numberOption('from', 0)
const count = numberOption('to', 100)
{
  await using data = await openDataTestEnv({ kinds: ['postgres'] })
  const tally: Tally = { data, report, kills: 0, restores: 0, undone: 0, checks: 0, points: new Set() }
  const context = { report, instance: data.testEnv.instance }
  if (isChosen('restore')) {
    await runTopic(context, 'restore', () =>
      isQuick ? killInEachStep(tally) : killOneByOne(tally, { seed, from, count }),
    )
  }
  if (isChosen('import')) {
    await runTopic(context, 'import', () => killImports(tally, { seed, from, count: isQuick ? 2 : count, isQuick }))
  }
  const lines = { report, programs: 0, lines: 0, gaps: 0 }
  if (isChosen('programs')) await runTopic(context, 'programs', () => killUnderCommand(tally, lines))
  report.figure('restores', tally.restores)
  report.figure('program_lines', lines.lines)
  report.figure('program_gaps', lines.gaps)
  report.figure('kills', tally.kills)
  report.figure('points', tally.points.size)
  report.figure('undone', tally.undone)
  report.figure('looks', tally.checks)
}
report.finish()
