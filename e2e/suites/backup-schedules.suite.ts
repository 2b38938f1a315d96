/**
 * Scheduled backups are begun exactly once for each due time: across deaths of the worker at every point, restarts and outages,
 * clocks that jump in both directions or differ between workers, and the days on which clocks change.
 */
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { proveClocks } from './backup-schedules/clocks.ts'
import { proveKills } from './backup-schedules/kills.ts'
import { openScheduleWorld } from './backup-schedules/schedule-world.ts'

const report = new Report('backup-schedules')
if (isChosen('clocks')) await runTopic({ report }, 'clocks', () => proveClocks(report))
if (isChosen('kills')) {
  await using world = await openScheduleWorld()
  await runTopic({ report, instance: world.instance }, 'kills', () => proveKills(report, world))
}
report.figure('quick', isQuick)
report.finish()
