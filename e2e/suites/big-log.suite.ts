/**
 * A log of 100,000 lines in the dashboard: time to open, scroll and search, and following 1,000 lines a second.
 *
 * @tier all
 * @budget 90
 * @alone
 */
import { isQuick } from '../support/command-line.ts'
import { buildDashboard, startDashboard } from '../support/dashboard.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { makeEnvironment } from './big-log/environment.ts'
import { insertFakeDeployment } from './big-log/fake-deployment.ts'
import { followLog, openLog, scrollLog, searchLog, showHostileLines } from './big-log/log-page.ts'
import { lineCount, needleCount } from './big-log/sample-log.ts'

const followSeconds = isQuick ? 6 : 30
const report = new Report('big-log')
{
  await buildDashboard()
  await using instance = await startInstance()
  const { person, environmentId } = await makeEnvironment(instance)
  await using finished = await insertFakeDeployment(instance, { environmentId, number: 1, status: 'retired' })
  await finished.writeSample()
  await using running = await insertFakeDeployment(instance, { environmentId, number: 2, status: 'building' })
  await using dashboard = await startDashboard(instance)
  await using visitor = await dashboard.signIn({ email: person.email })

  const { page, goTo } = await visitor.open()
  await goTo(`/environments/${environmentId}/deployments`)
  const opened = await openLog(page, { number: 1, lines: lineCount })
  report.figure('lines', lineCount)
  report.figure('open_ms', opened.seenMs)
  report.figure('whole_ms', opened.wholeMs)
  report.expectTime(opened.seenMs < 1_000, `the log is in sight after ${opened.seenMs} ms`)

  const scrolled = await scrollLog(page)
  report.figure('fps', scrolled.fps)
  report.figure('scroll_longest_task_ms', scrolled.longestTaskMs)
  report.expectTime(scrolled.fps >= 55, `scrolls with ${scrolled.fps} frames a second`)

  const searched = await searchLog(page, 'needle')
  report.figure('search_ms', searched.ms)
  report.expect(searched.count === needleCount, `${searched.count} lines are found, ${needleCount} have it`)
  report.expectTime(searched.ms < 300, `a search takes ${searched.ms} ms`)

  for (const fault of await showHostileLines(page)) report.expect(false, fault)

  await goTo(`/environments/${environmentId}/deployments/${running.id}`)
  const followed = await followLog(page, running, { seconds: followSeconds, linesPerSecond: 1_000 })
  report.figure('followed_lines', followed.lines)
  report.figure('longest_task_ms', followed.longestTaskMs)
  report.figure('behind_ms', followed.behindMs)
  report.expect(followed.isComplete, `${followed.shown} of ${followed.lines} lines are shown at the end`)
  report.expect(followed.isAtEnd, 'the last line is not in sight')
  report.expectTime(followed.longestTaskMs < 100, `a task takes ${followed.longestTaskMs} ms while lines are followed`)
  report.expect(visitor.faults.length === 0, `the page complains: ${visitor.faults.join(' | ')}`)
}
report.finish()
