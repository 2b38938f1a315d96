/**
 * Scheduled backups start exactly once per due time, across killed workers, restarts, outages, clock jumps and daylight saving
 * time.
 *
 * @tier all
 * @budget 120
 * @topics clocks kills
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveClocks } from './backup-schedules/clocks.ts'
import { proveKills } from './backup-schedules/kills.ts'
import { openScheduleTestEnv } from './backup-schedules/schedule-test-env.ts'

const report = new Report('backup-schedules')
if (isChosen('clocks')) await runTopic({ report }, 'clocks', () => proveClocks(report))
if (isChosen('kills')) {
  await using testEnv = await openScheduleTestEnv()
  await runTopic({ report, instance: testEnv.instance }, 'kills', () => proveKills(report, testEnv))
}
report.figure('quick', isQuick)
report.finish()
