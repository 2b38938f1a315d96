/** The API process: settings → context → listen. It uses HTTP and PostgreSQL and opens no other connection. */

import { readConfig } from './config.ts'
import { createApi } from './http.ts'
import { startLinkMonitor } from './modules/instance/index.ts'
import { drainConnections } from './platform/http/drain.ts'
import { createLog } from './platform/log/log.ts'
import { serveMetrics } from './platform/metrics/metrics.ts'
import { collectStartup } from './platform/process/collect-startup.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { assertRecipientRegistered } from './platform/secrets/keyring.ts'
import { apiSettings } from './settings.ts'
import { version } from './version.ts'
import { createApiContext } from './wiring/api.ts'

export async function runApi(): Promise<void> {
  const settings = readConfig(apiSettings)
  const log = createLog({ level: settings.LOG_LEVEL, process: 'api' })
  const context = createApiContext(settings, log)
  await assertRecipientRegistered(context.database, context.sealer)
  await context.listener.start()
  await context.streams.start()
  const monitor = startLinkMonitor({ link: context.link, metrics: context.metrics, log, version })
  const app = await createApi(context)
  const metrics = await serveMetrics(context.metrics, {
    host: settings.API_METRICS_HOST,
    port: settings.API_METRICS_PORT,
  })
  await app.listen({ host: settings.API_HOST, port: settings.API_PORT })
  collectStartup()
  stopOnSignal(log, async () => {
    context.readiness.stopping = true
    monitor[Symbol.dispose]()
    await Promise.all([context.streams.shutdown(), drainConnections(app.server)])
    await app.close()
    await context.streams[Symbol.asyncDispose]()
    context.link[Symbol.dispose]()
    await metrics[Symbol.asyncDispose]()
    await context.listener[Symbol.asyncDispose]()
    await context.database[Symbol.asyncDispose]()
  })
}
