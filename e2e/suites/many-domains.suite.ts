/**
 * Many hostnames on one server: what one more costs, and what it costs the others; beside it the same by plain reloads of Caddy.
 * Then size and time of a load against the number of hostnames. --record keeps those for the plot in docs/explanation/proxy.md.
 */
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { addUnderLoad } from './many-domains/adding.ts'
import { measureSizes } from './many-domains/sizes.ts'
import { openWorld } from './many-domains/world.ts'

const report = new Report('many-domains')
const topics = { adding: addUnderLoad, sizes: measureSizes }
await openWorld(report, async (world) => {
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic({ report }, name, () => topic(world))
})
report.figure('quick', isQuick)
report.finish()
