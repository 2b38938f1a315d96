/**
 * What a real server and its containers use, as lines that agree with the kernel's own count; and what is told when something is
 * wrong: a server that comes and goes is one alert and one recovery, a service that is started again and again is named, a disk
 * that fills is told before it is full.
 */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { startDeployWorld } from '../support/deploy-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { proveFlapping } from './alerts/flapping.ts'
import { proveForecast } from './alerts/forecast.ts'
import { proveLines } from './alerts/lines.ts'
import { proveRestartLoop } from './alerts/restart-loop.ts'
import type { AlertWorld } from './alerts/told.ts'

const report = new Report('alerts')
const topics: Record<string, (world: AlertWorld) => Promise<void>> = {
  lines: proveLines,
  restarts: proveRestartLoop,
  forecast: proveForecast,
  flapping: proveFlapping,
}
{
  await using world = await startDeployWorld({
    report,
    user: 'deploy',
    instance: { environment: { METRICS_SECONDS: '2', ALERT_SECONDS: '1', SERVER_CHECK_SECONDS: '2' } },
  })
  await using sql = createSqlClient(world.instance.databaseUrl)
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(world, name, () => topic({ ...world, sql }))
}
report.figure('quick', isQuick)
report.finish()
