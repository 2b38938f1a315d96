/**
 * From a push at a real forge to a live address: hooks that are registered, lost, rotated, pasted and left behind; bursts; checks;
 * polling. The full form has fifty pushes in a burst.
 */
import { isQuick, Report } from '../support/report.ts'
import { proveBursts } from './push-to-deploy/bursts.ts'
import { proveChecks } from './push-to-deploy/checks.ts'
import { proveLostHook, provePastedHook } from './push-to-deploy/hooks.ts'
import { provePolling } from './push-to-deploy/polling.ts'
import { proveStory } from './push-to-deploy/story.ts'
import { openWorld, type PushWorld, type Topic } from './push-to-deploy/world.ts'

const topics: Record<string, Topic> = {
  story: proveStory,
  bursts: proveBursts,
  'lost-hook': proveLostHook,
  'pasted-hook': provePastedHook,
  polling: provePolling,
  checks: proveChecks,
}
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const report = new Report('push-to-deploy')
{
  await using world = await openWorld(report)
  for (const [name, topic] of Object.entries(topics))
    if (chosen.length === 0 || chosen.includes(name)) await run(world, name, topic)
  const told = /[0-9a-f]{64}/.test(world.deploys.instance.api.output.replaceAll(/"(?:traceId|requestId)":"\w+"/g, ''))
  report.expect(!told, 'something that looks like a secret of a hook is in the log of the api')
}
report.figure('quick', isQuick)
report.finish()

async function run(world: PushWorld, name: string, topic: Topic): Promise<void> {
  const startedAt = performance.now()
  await topic(world).catch((error: unknown) => {
    report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    console.error(world.deploys.instance.worker.output.split('\n').slice(-15).join('\n'))
  })
  console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}
