/**
 * Paths of hostnames on the real proxy: generated tables against a model of what must answer, and changes under load.
 *
 * @tier all
 * @budget 200
 * @topics tables load
 * @options --seed
 */
import { isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { changeUnderLoad } from './routes/changes.ts'
import { compareTables } from './routes/tables.ts'
import { openTestEnv } from './routes/test-env.ts'

const report = new Report('routes')
const seed = report.seed()
await openTestEnv(report, async (testEnv) => {
  await runTopics(testEnv, {
    tables: () => compareTables(testEnv, seed),
    load: () => changeUnderLoad(testEnv),
  })
})
report.figure('quick', isQuick)
report.finish()
