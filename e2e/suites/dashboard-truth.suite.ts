/**
 * Statements of the dashboard that were untrue once, replayed in Chromium with its back/forward cache on: nothing on the screen
 * is untrue.
 *
 * @tier all
 * @budget 420
 * @topics deployments alerts environments servers pages people live
 */
import { isChosen } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { alertFindings } from './dashboard-truth/alerts.ts'
import { deploymentFindings } from './dashboard-truth/deployments.ts'
import { environmentFindings } from './dashboard-truth/environments.ts'
import type { Finding, RowsFinding } from './dashboard-truth/finding.ts'
import { liveFindings } from './dashboard-truth/live.ts'
import { startLiveTestEnv } from './dashboard-truth/live-test-env.ts'
import { pageFindings } from './dashboard-truth/pages.ts'
import { peopleFindings } from './dashboard-truth/people.ts'
import { startRowsTestEnv } from './dashboard-truth/rows-test-env.ts'
import { serverFindings } from './dashboard-truth/servers.ts'

const report = new Report('dashboard-truth')
const shown: Record<string, readonly RowsFinding[]> = {
  deployments: deploymentFindings,
  alerts: alertFindings,
  environments: environmentFindings,
  servers: serverFindings,
  pages: pageFindings,
  people: peopleFindings,
}
let found = 0
let untrue = 0

async function replay<TestEnv>(finding: Finding<TestEnv>, testEnv: TestEnv): Promise<void> {
  const note = (holds: boolean, what: string) => {
    if (!report.expect(holds, `${finding.seen}: ${what}`)) untrue += 1
  }
  await runTopic({ report }, finding.seen, async () => {
    await finding.replay(testEnv, note).catch((error: unknown) => {
      untrue += 1
      throw error
    })
    found += 1
  })
}

const topics = Object.keys(shown).filter((topic) => isChosen(topic))
if (topics.length > 0) {
  await using testEnv = await startRowsTestEnv()
  for (const topic of topics)
    for (const finding of shown[topic] ?? []) {
      await replay(finding, testEnv)
      for (const page of testEnv.visitor.context.pages()) await page.close()
    }
  for (const fault of new Set(testEnv.visitor.faults)) report.expect(false, `a page complains: ${fault}`)
}
if (isChosen('live')) {
  await using testEnv = await startLiveTestEnv(report)
  for (const finding of liveFindings) await replay(finding, testEnv)
}
report.figure('found', found)
report.figure('untrue', untrue)
report.finish()
