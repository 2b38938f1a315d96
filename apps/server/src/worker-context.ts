/** What the worker process is made of. */
import { type AddressPolicy, parseAddressPolicy } from '@longshore/addresses'
import { createServerPool } from '@longshore/remote/ssh'
import { ConfigError } from './config.ts'
import { createGitProvidersWorker } from './modules/git-providers/worker.ts'
import { createHardeningWorker } from './modules/hardening/worker.ts'
import { createHousekeeping } from './modules/housekeeping/worker.ts'
import { createPingCall } from './modules/instance/worker.ts'
import { createServersWorker } from './modules/servers/worker.ts'
import { systemClock } from './platform/clock/clock.ts'
import { createDatabase } from './platform/database/database.ts'
import { createListener } from './platform/database/listener.ts'
import { registerDurableMetrics } from './platform/durable/durable-metrics.ts'
import { createDurableWorker } from './platform/durable/worker.ts'
import type { Log } from './platform/log/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createSendMail } from './platform/mail/send-mail.workflow.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { createUnsealer } from './platform/secrets/unseal.ts'
import type { WorkerSettings } from './settings.ts'
import { version } from './version.ts'

export async function createWorkerContext(settings: WorkerSettings, log: Log) {
  const clock = systemClock
  const url = settings.DATABASE_URL.reveal()
  const database = createDatabase({
    url,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: 'longshore-worker',
    onIdleError: (err) => log.warn({ err }, 'database connection broke'),
  })
  const listener = createListener({ url, applicationName: 'longshore-worker', log })
  const unsealer = await createUnsealer(settings.SEALING_IDENTITIES)
  const mailer =
    settings.SMTP_URL === undefined ? null : createMailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM })
  const allow = parseAllowed(settings, 'SSH_ALLOW')
  const outbound = createOutbound({ allow: parseAllowed(settings, 'OUTBOUND_ALLOW') })
  const checkEveryMs = settings.SERVER_CHECK_SECONDS * 1_000
  const pool = createServerPool({
    allow,
    // Longer than the time between two looks, so that they go over one connection.
    idleMs: Math.min(2.5 * checkEveryMs, 300_000),
    ...(settings.SSH_RUNTIME_DIRECTORY === undefined ? {} : { runtimeDirectory: settings.SSH_RUNTIME_DIRECTORY }),
  })
  const servers = createServersWorker({
    database,
    unsealer,
    pool,
    allow,
    log,
    checkEveryMs,
    checksAtOnce: settings.SERVER_CHECKS_AT_ONCE,
  })
  const hardening = createHardeningWorker({
    database,
    access: servers.access,
    log,
    scanEveryMs: settings.SECURITY_SCAN_HOURS * 3_600_000,
  })
  const gitProviders = createGitProvidersWorker({ database, unsealer, outbound, log })
  const durable = createDurableWorker({
    database,
    listener,
    log,
    clock,
    workflows: [
      createSendMail({ database, unsealer, mailer }),
      createHousekeeping({ database }),
      ...servers.workflows,
      ...hardening.workflows,
      ...gitProviders.workflows,
    ],
    ingressUrl: settings.RESTATE_INGRESS_URL,
    adminUrl: settings.RESTATE_ADMIN_URL,
    endpoint: { host: settings.WORKER_HOST, port: settings.WORKER_PORT },
    ...(settings.WORKER_URL === undefined ? {} : { advertisedUrl: settings.WORKER_URL }),
    identityKeys: settings.RESTATE_IDENTITY_KEYS,
  })
  const calls = [createPingCall(version), ...servers.calls, ...gitProviders.calls]
  const metrics = createMetrics('worker')
  registerDurableMetrics(metrics.registry, database)
  return {
    calls,
    settings,
    log,
    clock,
    database,
    listener,
    unsealer,
    mailer,
    pool,
    outbound,
    servers,
    hardening,
    durable,
    metrics,
  }
}

function parseAllowed(settings: WorkerSettings, setting: 'SSH_ALLOW' | 'OUTBOUND_ALLOW'): AddressPolicy {
  try {
    return parseAddressPolicy(settings[setting])
  } catch (error) {
    throw new ConfigError([{ setting, fault: error instanceof Error ? error.message : 'is unusable' }])
  }
}
