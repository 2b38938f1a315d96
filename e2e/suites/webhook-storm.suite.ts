/**
 * Webhooks as an attacker and as a busy Git provider send them: storms, repeats, forgeries, limits.
 *
 * The full storm is 5,000 deliveries in 10 s over 50 environments.
 *
 * @tier all
 * @budget 90
 * @topics storm forgeries
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveForgeries } from './webhook-storm/forgeries.ts'
import { proveLimits } from './webhook-storm/limits.ts'
import { proveStorm } from './webhook-storm/storm.ts'
import { openTestEnv, type StormTestEnv } from './webhook-storm/test-env.ts'
import { proveTricks } from './webhook-storm/tricks.ts'

// Each topic has its own instance, so that the work of one doesn't slow down another.
const topics: Record<string, ((testEnv: StormTestEnv) => Promise<void>)[]> = {
  storm: [proveStorm],
  forgeries: [proveForgeries, proveTricks, proveLimits],
}
const report = new Report('webhook-storm')
for (const [name, parts] of Object.entries(topics)) {
  if (!isChosen(name)) continue
  await using testEnv = await openTestEnv(report)
  for (const part of parts) await runTopic(testEnv, part.name, () => part(testEnv))
}
report.figure('quick', isQuick)
report.finish()
