/**
 * What containers write, on a real server: kept beyond the container, masked, followed by quick and slow readers, read on after a
 * worker is killed without loss or repetition. And commands in a container of their own: who may, what ends them, who is told.
 */
import { type DeployWorld, startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { proveKills } from './runtime-logs/kills.ts'
import { proveLoud } from './runtime-logs/loud.ts'
import { proveOneOff } from './runtime-logs/one-off.ts'
import { tellStory } from './runtime-logs/story.ts'

const report = new Report('runtime-logs')
{
  await using world = await startDeployWorld({ report, instance: { environment: { SWEEP_SECONDS: '2' } } })
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
