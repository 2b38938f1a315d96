/**
 * Metrics and alerts on a real server: figures agree with the kernel, a flapping server is one alert and one recovery, a
 * restart loop is named, a filling disk is reported early.
 *
 * @tier all
 * @budget 180
 * @topics lines restarts forecast flapping
 */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import type { AlertTestEnv } from '../support/alerts/alerts.ts'
import { proveFlapping } from '../support/alerts/flapping.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveForecast } from './alerts/forecast.ts'
import { proveLines } from './alerts/lines.ts'
import { proveRestartLoop } from './alerts/restart-loop.ts'

const report = new Report('alerts')
const topics: Record<string, (testEnv: AlertTestEnv) => Promise<void>> = {
  lines: proveLines,
  restarts: proveRestartLoop,
  forecast: proveForecast,
  flapping: proveFlapping,
}
{
  await using testEnv = await startDeployTestEnv({
    report,
    user: 'deploy',
    instance: { environment: { METRICS_INTERVAL_SECONDS: '2', ALERT_CHECK_SECONDS: '1', SERVER_CHECK_SECONDS: '2' } },
  })
  await using sql = createSqlClient(testEnv.instance.databaseUrl)
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv, name, () => topic({ ...testEnv, sql }))
}
report.figure('quick', isQuick)
report.finish()
