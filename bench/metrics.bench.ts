/**
 * Processor time of the worker for a server with a hundred containers, and the size of a week of metrics.
 *
 * @tier all
 * @budget 120
 * @alone
 * @topics storage sampling
 */
import { isChosen, isQuick } from '../e2e/support/command-line.ts'
import { Report } from '../e2e/support/report.ts'
import { measureSampling } from './metrics/sampling.ts'
import { measureStorage } from './metrics/storage.ts'

const bars = { cpuPercent: 2, weekMb: 50 }
const containers = 100
const report = new Report('metrics')
if (isChosen('storage')) {
  // Sizes grow only with the number of series, so the quick form uses fewer.
  const counted = isQuick ? 10 : containers
  const week = await measureStorage(counted)
  const mb = (bytes: number) => ((bytes / 1e6) * containers) / counted
  report.figure('week_mb', mb(week.bytes).toFixed(1))
  report.figure('week_without_retention_mb', mb(week.bytesOfAll).toFixed(1))
  report.figure('bytes_per_sample', week.bytesPerSample.toFixed(1))
  report.figure('hour_compact_ms', ((week.compactMs * containers) / counted).toFixed(0))
  report.figure('day_read_ms', week.readMs.toFixed(1))
  report.expect(mb(week.bytes) < bars.weekMb, `a week takes ${mb(week.bytes)} MB, wanted under ${bars.weekMb}`)
}
if (isChosen('sampling')) {
  const cost = await measureSampling(containers, { report, seconds: isQuick ? 15 : 60 })
  report.figure('containers', cost.containers)
  report.figure('round_cpu_ms', cost.roundCpuMs.toFixed(1))
  report.figure('cpu_percent', cost.cpuPercent.toFixed(2))
  report.expect(cost.containers === containers, `${cost.containers} of ${containers} containers were measured`)
  report.expect(
    cost.cpuPercent < bars.cpuPercent,
    `${cost.cpuPercent} % of a processor, wanted under ${bars.cpuPercent}`,
  )
}
report.figure('quick', isQuick)
report.finish()
