/**
 * Container logs on a real server: kept, masked, followed, and continued after a killed worker without loss or repeats; one-off
 * commands.
 *
 * @tier all
 * @budget 150
 * @topics story loud kills one-off
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { type DeployWorld, startDeployWorld } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveKills } from './runtime-logs/kills.ts'
import { proveLoud } from './runtime-logs/loud.ts'
import { proveOneOff } from './runtime-logs/one-off.ts'
import { tellStory } from './runtime-logs/scenario.ts'

const report = new Report('runtime-logs')
{
  await using world = await startDeployWorld({ report, instance: { environment: { SERVER_RECONCILE_SECONDS: '2' } } })
  const topics: Record<string, (world: DeployWorld) => Promise<void>> = {
    story: tellStory,
    loud: proveLoud,
    kills: proveKills,
    'one-off': proveOneOff,
  }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(world, name, () => topic(world))
}
report.figure('quick', isQuick)
report.finish()
