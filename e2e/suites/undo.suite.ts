/**
 * An owner's API token deletes whatever it can, at random. One restore of the whole trash brings everything back: rows, files,
 * database content, variables, and responses. No token can remove anything permanently, and kills lose nothing.
 *
 * The quick form makes 60 calls in one round, the full form 1,000 in ten.
 *
 * @tier all
 * @budget 420
 * @topics calls kills purge
 * @options --seed=N --count=N
 */
import { isChosen, isQuick, numberOption } from '../support/command-line.ts'
import { Random } from '../support/random.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { destroyAtRandom, listThings } from './undo/calls.ts'
import { killDeletions, purgeByPerson } from './undo/kills.ts'
import { compareWithBefore, restoreAll } from './undo/restore.ts'
import { openScene } from './undo/scene.ts'
import { takeSnapshot } from './undo/snapshot.ts'

const rounds = isQuick ? 1 : 10
const calls = numberOption('count', isQuick ? 60 : 1_000)

const report = new Report('undo')
const random = new Random(report.seed())
{
  await using scene = await openScene(report, isQuick ? 20_000 : 200_000)
  const { testEnv, sql, tally } = scene
  const before = await takeSnapshot(scene)
  const things = await listThings(scene)
  const equal = { rows: true, files: true, responses: true }
  for (let round = 0; round < rounds && isChosen('calls'); round += 1)
    await runTopic(testEnv, `round ${round + 1}`, async () => {
      await destroyAtRandom(scene, things, { random, calls: Math.ceil(calls / rounds) })
      const [purged] = await sql.query<{ count: number }>(
        `select count(*)::int as count from audit_log where action in ('trash_item.purged', 'trash_item.purge_requested')`,
      )
      report.expect(purged?.count === 0, `the audit log has ${purged?.count} purges`)
      await restoreAll(scene)
      const seen = await compareWithBefore(scene, before, `after round ${round + 1}`)
      for (const kind of ['rows', 'files', 'responses'] as const) equal[kind] &&= seen[kind]
    })
  if (isChosen('kills')) await runTopic(testEnv, 'kills', () => killDeletions(scene, before))
  if (isChosen('purge')) await runTopic(testEnv, 'purge', () => purgeByPerson(scene))
  report.expect(tally.tokenPurges === 0, `tokens purged ${tally.tokenPurges} times`)
  report.figure('calls', tally.calls)
  report.figure('restored', tally.restored)
  report.figure('rows_equal', Number(equal.rows))
  report.figure('files_equal', Number(equal.files))
  report.figure('responses_equal', Number(equal.responses))
  report.figure('token_purges', tally.tokenPurges)
  report.figure('token_refusals', tally.refused)
  report.figure('kills', tally.kills)
}
report.figure('quick', isQuick)
report.finish()
