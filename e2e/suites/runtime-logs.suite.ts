/**
 * What containers write, on a real server: kept beyond the container, masked, followed by quick and slow readers, read on after a
 * worker is killed without loss or repetition. And commands in a container of their own: who may, what ends them, who is told.
 */
import { type DeployWorld, startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { proveKills } from './runtime-logs/kills.ts'
import { proveLoud } from './runtime-logs/loud.ts'
import { proveOneOff } from './runtime-logs/one-off.ts'
import { tellStory } from './runtime-logs/story.ts'

const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
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
    if (chosen.length === 0 || chosen.includes(name)) await run(name, world, topic)
}
report.figure('quick', isQuick)
report.finish()

async function run(name: string, world: DeployWorld, topic: (world: DeployWorld) => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await topic(world).catch((error: unknown) => {
    report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    console.error(world.instance.worker.output.split('\n').slice(-15).join('\n'))
    console.error(world.instance.api.output.split('\n').slice(-15).join('\n'))
  })
  console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}
