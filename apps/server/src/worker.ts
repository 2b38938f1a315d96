/** The worker process: it makes all outgoing connections, and only it can open sealed secrets. */
import { readConfig } from './config.ts'
import { listenAddress } from './link-address.ts'
import { scheduleDataExpiry } from './modules/backups/worker.ts'
import { scheduleInstanceWork } from './modules/instance/worker.ts'
import { createLinkServer } from './platform/link/link-server.ts'
import { createLog } from './platform/log/log.ts'
import { serveMetrics } from './platform/metrics/metrics.ts'
import { collectStartup } from './platform/process/collect-startup.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { assertIdentitiesOpenEverything } from './platform/secrets/open-keyring.ts'
import { workerSettings } from './settings.ts'
import { createWorkerContext, type WorkerHooks } from './wiring/worker.ts'

/** How long running calls can continue when the worker stops. */
const linkGraceMs = 5_000

/** `hooks`: for tests, called at each point where a worker may die. */
export async function runWorker(hooks: WorkerHooks = {}): Promise<void> {
  const settings = readConfig(workerSettings)
  const log = createLog({ level: settings.LOG_LEVEL, process: 'worker' })
  const context = await createWorkerContext(settings, log, hooks)
  await assertIdentitiesOpenEverything(context.database, context.unsealer)
  await context.listener.start()
  await scheduleInstanceWork(context.database, {
    backupCron: context.hasInstanceBackup ? settings.INSTANCE_BACKUP_SCHEDULE : null,
    feedUrl: settings.VERSION_FEED_URL,
  })
  await scheduleDataExpiry(context.database)
  const link = await createLinkServer({
    listen: listenAddress(settings),
    key: settings.LINK_KEY,
    unsealer: context.unsealer,
    calls: context.calls,
    log,
  })
  // Runs before anything is started on a server, so that an older release recognizes newer resources there.
  await context.proxyRelease.start()
  const { resources, loops } = context
  resources.use(
    await serveMetrics(context.metrics, { host: settings.WORKER_METRICS_HOST, port: settings.WORKER_METRICS_PORT }),
  )
  const port = await context.durable.start()
  for (const loop of loops) await loop.start()
  resources.defer(async () => {
    await Promise.all(loops.map((loop) => loop[Symbol.asyncDispose]()))
  })
  resources.defer(() => link.close(linkGraceMs))
  log.info({ port }, 'worker is ready')
  collectStartup()
  stopOnSignal(log, () => resources.disposeAsync())
}
