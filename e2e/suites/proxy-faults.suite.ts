/**
 * Domains on the real proxy: attach, configure, protect, redirect, detach; and a proxy that is killed, loses files or its
 * volume, or finds its port taken.
 *
 * @tier all
 * @budget 200
 * @topics story hostileText badEntry filesLost killed volumeLost upgraded portTaken dockerRestarted
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { badEntry, dockerRestarted, filesLost, killed, portTaken, upgraded, volumeLost } from './proxy-faults/faults.ts'
import { hostileText } from './proxy-faults/hostile.ts'
import { runDomainScenario } from './proxy-faults/scenario.ts'
import { startProxyTestEnv } from './proxy-faults/test-env.ts'

const report = new Report('proxy-faults')
{
  await using testEnv = await startProxyTestEnv(report)
  const topics = {
    story: runDomainScenario,
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
    if (isChosen(name)) await runTopic(testEnv, name, () => topic(testEnv))
}
report.figure('quick', isQuick)
report.finish()
