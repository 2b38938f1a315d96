/**
 * Paths and rules of hostnames on the real proxy: generated tables against a model of what must answer, and changes
 * under load.
 *
 * @tier all
 * @budget 200
 * @topics tables rules timeouts pages load
 * @options --seed=N
 */
import { isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { changeUnderLoad } from './routes/changes.ts'
import { comparePages } from './routes/pages.ts'
import { compareRules } from './routes/rules.ts'
import { compareTables } from './routes/tables.ts'
import { openTestEnv } from './routes/test-env.ts'
import { compareTimeouts } from './routes/timeouts.ts'

const report = new Report('routes')
const seed = report.seed()
await openTestEnv(report, async (testEnv) => {
  await runTopics(testEnv, {
    tables: () => compareTables(testEnv, seed),
    rules: () => compareRules(testEnv, seed),
    timeouts: () => compareTimeouts(testEnv),
    pages: () => comparePages(testEnv),
    load: () => changeUnderLoad(testEnv),
  })
})
report.figure('quick', isQuick)
report.finish()
