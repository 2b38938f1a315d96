/**
 * The worker dies by SIGKILL at every point of a restore, of its undo, and at any moment while data flows. Whatever died: the
 * database holds the old data or the backup's, by the hash of all rows, and whoever asks meanwhile sees one or the other, never a
 * mix and never half of it; the restore reaches one end; an undo brings the old data back; nothing of the copies is left.
 *
 * --quick: every step once, in two restores. Full: 100 kills, one for each restore, points drawn by a seed; `--seed N --from K`
 * goes on with the K-th kill of that seed. Topics: restore, import.
 */
import { openDataWorld } from '../support/data-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { word } from './kills/words.ts'
import { killImports } from './restore-kills/import.ts'
import { killInEachStep, killOneByOne, type Tally } from './restore-kills/restore.ts'

const report = new Report('restore-kills')
const seed = Number(word('--seed') ?? 1)
const from = Number(word('--from') ?? 0)
const count = Number(word('--to') ?? 100)
{
  await using data = await openDataWorld({ kinds: ['postgres'] })
  const tally: Tally = { data, report, kills: 0, restores: 0, undone: 0, looks: 0, points: new Set() }
  const context = { report, instance: data.world.instance }
  if (isChosen('restore')) {
    await runTopic(context, 'restore', () =>
      isQuick ? killInEachStep(tally) : killOneByOne(tally, { seed, from, count }),
    )
  }
  if (isChosen('import')) {
    await runTopic(context, 'import', () => killImports(tally, { seed, from, count: isQuick ? 2 : count, isQuick }))
  }
  report.figure('seed', seed)
  report.figure('restores', tally.restores)
  report.figure('kills', tally.kills)
  report.figure('points', tally.points.size)
  report.figure('undone', tally.undone)
  report.figure('looks', tally.looks)
}
report.finish()
