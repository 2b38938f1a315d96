/**
 * The findings of the reviews of reliability, acceptance and dashboard, provoked on a running instance: nothing breaks. With
 * `--against COMMIT` the same is done to that commit, and the figures say what breaks there.
 *
 * @tier all
 * @budget 600
 * @topics H1 H2 H3 H4 H5 H6 H7 M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 L1 L2 L3 L4 L5 L6 L7 L8 L9 L10 A1 A2 A4 acceptance-H1 acceptance-H2 acceptance-M1 acceptance-M2 acceptance-M3 acceptance-M4 acceptance-M5
 * @options --against=COMMIT
 */
import { isChosen, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import type { Outcome } from './review-faults/finding.ts'
import { findings } from './review-faults/findings.ts'
import { openTestEnv } from './review-faults/test-env.ts'

const known = 38
const against = option('against')
const report = new Report('review-faults')
const outcomes = new Map<string, Outcome>()

{
  await using testEnv = await openTestEnv(report, against)
  for (const { id, title, provoke } of findings.filter((finding) => isChosen(finding.id))) {
    const instance = testEnv.instance()
    await runTopic({ report, ...(instance === null ? {} : { instance }) }, id, async () => {
      const outcome = await provoke(testEnv)
      outcomes.set(id, outcome)
      console.error(`  ${id} ${outcome.broken ? 'BROKEN' : 'fine'}: ${title} (${outcome.how})`)
      if (against === undefined) report.expect(!outcome.broken, `${id}: ${title} (${outcome.how})`)
    })
  }
}

const broken = [...outcomes].flatMap(([id, outcome]) => (outcome.broken ? [id] : []))
report.figure('findings', findings.length)
report.figure('broken', broken.length)
report.figure('tried', outcomes.size)
if (against !== undefined) report.figure('against', against)
if (broken.length > 0) report.figure('which', broken.join())
report.expect(new Set(findings.map(({ id }) => id)).size === known, `the reviews have ${known} findings`)
report.finish()
