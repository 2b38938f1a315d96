/**
 * Workers killed at every point of a durable run, hung workers, lost engine or database, schedules across restarts, cancel.
 *
 * @tier all
 * @budget 150
 * @topics kills cancel wipe outages schedules ports takeover
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { DurableTestEnv } from '../support/durable-test-env.ts'
import { Report } from '../support/report.ts'
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

{
  await using testEnv = await DurableTestEnv.start({ workers: 3 })
  for (const [name, part] of parts) {
    if (!isChosen(name)) continue
    const from = Date.now()
    await part(testEnv, report, { isQuick })
    console.log(`  ${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
  }
}
report.figure('seconds', Math.round((Date.now() - started) / 1000))
report.finish()
