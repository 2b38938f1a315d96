/**
 * Webhooks as an attacker and as a busy forge send them: a storm with repeats and out of order, forgeries, tricks with names and
 * forks, limits. The full storm is 5,000 deliveries in 10 s over 50 environments.
 */
import { isQuick, Report } from '../support/report.ts'
import { proveForgeries } from './webhook-storm/forgeries.ts'
import { proveLimits } from './webhook-storm/limits.ts'
import { proveStorm } from './webhook-storm/storm.ts'
import { proveTricks } from './webhook-storm/tricks.ts'
import { openWorld, type StormWorld } from './webhook-storm/world.ts'

// Each with an instance of its own: what one starts must not slow down another.
const topics: Record<string, ((world: StormWorld) => Promise<void>)[]> = {
  storm: [proveStorm],
  forgeries: [proveForgeries, proveTricks, proveLimits],
}
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const report = new Report('webhook-storm')
for (const [name, parts] of Object.entries(topics)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  await using world = await openWorld(report)
  for (const part of parts) await run(world, part)
}
report.figure('quick', isQuick)
report.finish()

async function run(world: StormWorld, part: (world: StormWorld) => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await part(world).catch((error: unknown) => {
    report.expect(false, `${part.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    console.error(world.instance.worker.output.split('\n').slice(-15).join('\n'))
  })
  console.error(`  ${part.name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}
