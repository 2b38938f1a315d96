/**
 * Pull request previews with a real Git provider and server: own database, URL in the pull request, new commits, limits, forks,
 * removal.
 *
 * @tier all
 * @budget 150
 */
import { isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runScenario } from './previews/scenario.ts'
import { openTestEnv } from './previews/test-env.ts'

const report = new Report('previews')
{
  await using testEnv = await openTestEnv(report)
  await runScenario(testEnv).catch((error: unknown) => {
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
    console.error(testEnv.deploys.instance.worker.output.split('\n').slice(-25).join('\n'))
  })
}
report.figure('quick', isQuick)
report.finish()
