/**
 * Many hostnames on one server: cost of one more, compared with plain Caddy reloads, and with certificates of a real CA.
 *
 * --record keeps the measurements for the plot in docs/explanation/proxy.md.
 *
 * @tier all
 * @budget 150
 * @topics adding sizes attaching
 * @options --record
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { addUnderLoad } from './many-domains/adding.ts'
import { attachMany } from './many-domains/attaching.ts'
import { measureSizes } from './many-domains/sizes.ts'
import { openTestEnv } from './many-domains/test-env.ts'

const report = new Report('many-domains')
const topics = { adding: addUnderLoad, sizes: measureSizes }
const chosen = Object.entries(topics).filter(([name]) => isChosen(name))
if (chosen.length > 0)
  await openTestEnv(report, async (testEnv) => {
    for (const [name, topic] of chosen) await runTopic({ report }, name, () => topic(testEnv))
  })
if (isChosen('attaching')) await runTopic({ report }, 'attaching', () => attachMany(report))
report.figure('quick', isQuick)
report.finish()
