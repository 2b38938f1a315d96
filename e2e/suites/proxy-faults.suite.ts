/**
 * Domains on a real server with the real proxy: attached, set up, protected, redirected, with a certificate of their own and
 * detached again, each without a deployment; and what happens to them when the proxy is killed, loses its volume or its Docker,
 * gets an entry that it cannot use, finds its port taken, or is replaced by another version. Somebody else's site on the same
 * server is asked all the time.
 */
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { badEntry, dockerRestarted, filesLost, killed, portTaken, upgraded, volumeLost } from './proxy-faults/faults.ts'
import { hostileText } from './proxy-faults/hostile.ts'
import { tellDomainStory } from './proxy-faults/story.ts'
import { startProxyWorld } from './proxy-faults/world.ts'

const report = new Report('proxy-faults')
{
  await using world = await startProxyWorld(report)
  const topics = {
    story: tellDomainStory,
    hostileText,
    badEntry,
    filesLost,
    killed,
    volumeLost,
    upgraded,
    portTaken,
    dockerRestarted,
  }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(world, name, () => topic(world))
}
report.figure('quick', isQuick)
report.finish()
