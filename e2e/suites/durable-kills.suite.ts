/**
 * Workers killed at every point, a hung worker, engine or database gone, schedules across a restart, cancel.
 * --quick: the same points once each, fewer runs in flight.
 */
import { DurableWorld } from '../support/durable-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { measureCancel } from './durable-kills/cancel.ts'
import { killEverywhere } from './durable-kills/kill-points.ts'
import { cutOff } from './durable-kills/outages.ts'
import { checkPorts } from './durable-kills/ports.ts'
import { fireSchedules } from './durable-kills/schedules.ts'
import { measureTakeover } from './durable-kills/takeover.ts'
import { wipeEngine } from './durable-kills/wipe.ts'

const report = new Report('durable-kills')
const started = Date.now()
const parts = [
  ['kills', killEverywhere],
  ['cancel', measureCancel],
  ['wipe', wipeEngine],
  ['outages', cutOff],
  ['schedules', fireSchedules],
  ['ports', checkPorts],
  ['takeover', measureTakeover],
] as const
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)

{
  await using world = await DurableWorld.start({ workers: 3 })
  for (const [name, part] of parts) {
    if (only !== undefined && only !== name) continue
    const from = Date.now()
    await part(world, report, { isQuick })
    console.log(`  ${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
  }
}
report.figure('seconds', Math.round((Date.now() - started) / 1000))
report.finish()
