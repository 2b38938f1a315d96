/**
 * Many hostnames on one server: what one more costs, and what it costs the others; beside it the same by plain reloads of Caddy,
 * and through the whole platform with certificates of a real authority. Then size and time of a load against the number of
 * hostnames; --record keeps those for the plot in docs/explanation/proxy.md.
 */
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { addUnderLoad } from './many-domains/adding.ts'
import { attachMany } from './many-domains/attaching.ts'
import { measureSizes } from './many-domains/sizes.ts'
import { openWorld } from './many-domains/world.ts'

const report = new Report('many-domains')
const topics = { adding: addUnderLoad, sizes: measureSizes }
const chosen = Object.entries(topics).filter(([name]) => isChosen(name))
if (chosen.length > 0)
  await openWorld(report, async (world) => {
    for (const [name, topic] of chosen) await runTopic({ report }, name, () => topic(world))
  })
if (isChosen('attaching')) await runTopic({ report }, 'attaching', () => attachMany(report))
report.figure('quick', isQuick)
report.finish()
