/** Composition root of the worker process. */

import { createAnchorKeys } from '../modules/audit/index.ts'
import {
  authorityOf,
  createDomainsWorker,
  createProxies,
  dashboardRouteOf,
  type Proxies,
  parseCdnRanges,
} from '../modules/domains/worker.ts'
import {
  createCheckVersion,
  createHousekeeping,
  createOrganizationRemoval,
  createPingCall,
} from '../modules/instance/worker.ts'
import { createNotificationsWorker } from '../modules/notifications/worker.ts'
import { readInstanceId, type ServerAccess } from '../modules/servers/worker.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { createListener } from '../platform/database/listener.ts'
import { parseResolvers } from '../platform/dns/resolvers.ts'
import { registerDurableMetrics } from '../platform/durable/durable-metrics.ts'
import type { LoopHealth } from '../platform/durable/loop.ts'
import { registerLoopMetrics } from '../platform/durable/loop-metrics.ts'
import { createDurableWorker, type DurableWorkerOptions } from '../platform/durable/worker.ts'
import type { Log } from '../platform/log/log.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { createSendMail } from '../platform/mail/send-mail.workflow.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { createUnsealer, type Unsealer } from '../platform/secrets/unseal.ts'
import { parseAllowed } from '../settings/allowed-addresses.ts'
import type { WorkerSettings } from '../settings.ts'
import { version } from '../version.ts'
import { createDataParts } from './data-parts.ts'
import { createDeployParts, createServerParts } from './server-parts.ts'
import { createFeedback, createSourceParts } from './source-parts.ts'

export type WorkerHooks = Pick<DurableWorkerOptions, 'onPoint'>

export async function createWorkerContext(settings: WorkerSettings, log: Log, hooks: WorkerHooks = {}) {
  const { database, listener } = openDatabase(settings, log)
  const unsealer = await createUnsealer(settings.SEALING_IDENTITIES)
  const mailer =
    settings.SMTP_URL === undefined ? null : createMailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM })
  const sourceParts = createSourceParts(settings, { database, unsealer, log })
  const { outbound, git } = sourceParts
  const instance = await readInstanceId(database.systemDb)
  const proxies = createProxyParts(settings, { database, unsealer, instance })
  const serverParts = createServerParts(settings, { database, unsealer, log, instance, proxies })
  const { servers, hardening } = serverParts
  const { workloads, deployments, commandCalls, ...deploying } = createDeployParts(settings, {
    ...{ database, log, servers, proxies, instance },
    sources: sourceParts,
  })
  const domains = createDomains(settings, { database, log, instance, proxies, access: servers.access })
  const data = createDataParts(settings, { unsealer, outbound, instance, ...workloads })
  const feedback = createFeedback(settings, { unsealer, log, ...sourceParts, ...workloads })
  const notifications = createNotificationsWorker({
    ...{ database, listener, unsealer, outbound, mailer, log, publicUrl: settings.PUBLIC_URL },
    firstPauseMs: settings.NOTIFICATION_RETRY_SECONDS * 1_000,
    mailsPerDay: settings.EMAILS_PER_DAY,
  })
  const durable = createDurableWorker({
    database,
    listener,
    log,
    workflows: [
      createSendMail({ database, unsealer, mailer }),
      wireHousekeeping(settings, { database, unsealer, log }),
      createOrganizationRemoval({ database, access: servers.access, ...sourceParts.autoDeploy, ...data.removal }),
      ...servers.workflows,
      ...hardening.workflows,
      ...sourceParts.workflows,
      ...deploying.workflows,
      ...domains.workflows,
      ...feedback.workflows,
      ...data.workflows,
      ...notifications.workflows,
      createCheckVersion({ database, outbound, feedUrl: settings.VERSION_FEED_URL, currentVersion: version }),
    ],
    ingressUrl: settings.RESTATE_INGRESS_URL,
    adminUrl: settings.RESTATE_ADMIN_URL,
    endpoint: { host: settings.WORKER_HOST, port: settings.WORKER_PORT },
    ...(settings.WORKER_URL === undefined ? {} : { advertisedUrl: settings.WORKER_URL }),
    identityKeys: settings.RESTATE_IDENTITY_KEYS,
    // Same as a stop request: the supervisor restarts the process.
    onGiveUp: () => process.kill(process.pid, 'SIGTERM'),
    ...hooks,
  })
  const calls = [servers, sourceParts, data, notifications].flatMap((part) => part.calls)
  const loops = [
    ...[...serverParts.loops, ...deploying.loops, ...sourceParts.autoDeploy.loops, ...feedback.previews.loops],
    ...[...notifications.loops, ...domains.loops],
  ]
  const healthOfLoops = () => [...durable.loops, ...loops].map(({ health }) => health)
  const metrics = createWorkerMetrics(database, healthOfLoops)
  return {
    calls: [createPingCall({ version, sendsMail: mailer !== null, healthOfLoops }), ...calls, ...commandCalls],
    settings,
    log,
    database,
    listener,
    unsealer,
    mailer,
    outbound,
    git,
    pool: serverParts.pool,
    deployments,
    proxyRelease: proxies.release,
    /** Loops other than those of `durable`. */
    loops,
    durable,
    metrics,
    hasInstanceBackup: data.hasInstanceBackup,
  }
}

function createWorkerMetrics(database: Database, healthOfLoops: () => readonly LoopHealth[]) {
  const metrics = createMetrics('worker')
  registerDurableMetrics(metrics.registry, database)
  registerLoopMetrics(metrics.registry, healthOfLoops)
  return metrics
}

function wireHousekeeping(
  settings: WorkerSettings,
  { database, unsealer, log }: { database: Database; unsealer: Unsealer; log: Log },
) {
  const anchorKeys = createAnchorKeys(settings.SEALING_IDENTITIES, unsealer.keys)
  const { RUNTIME_LOG_DAYS: runtimeLogDays, DEPLOYMENT_HISTORY_DAYS: historyDays } = settings
  return createHousekeeping({ database, runtimeLogDays, historyDays, anchorKeys, log })
}

function openDatabase(settings: WorkerSettings, log: Log) {
  const url = settings.DATABASE_URL.reveal()
  const database = createDatabase({
    url,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: 'longshore-worker',
    onIdleError: (err) => log.warn({ err }, 'database connection broke'),
  })
  return { database, listener: createListener({ url, applicationName: 'longshore-worker', log }) }
}

function createProxyParts(
  settings: WorkerSettings,
  parts: { database: Database; unsealer: Unsealer; instance: string },
): Proxies {
  return createProxies({
    ...parts,
    programsDirectory: settings.PROXY_PROGRAMS_DIRECTORY,
    publicUrl: settings.PUBLIC_URL,
    addressDomain: settings.GENERATED_HOSTNAME_DOMAIN,
    isSignUpOpen: settings.SIGN_UP_MODE === 'open',
    authority: authorityOf(settings),
    dashboardRoute: dashboardRouteOf(settings),
    moreCdns: parseCdnRanges(settings.CDN_RANGES) ?? [],
  })
}

function createDomains(
  settings: WorkerSettings,
  parts: { database: Database; log: Log; instance: string; proxies: Proxies; access: ServerAccess },
) {
  const { instance, ...shared } = parts
  return createDomainsWorker({
    ...shared,
    proxiesAtOnce: settings.MAX_CONCURRENT_SERVER_CHECKS,
    instanceId: instance,
    isSignUpOpen: settings.SIGN_UP_MODE === 'open',
    resolvers: parseResolvers(settings.DNS_RESOLVERS) ?? [],
    authorityPort: settings.DNS_AUTHORITY_PORT,
    allow: parseAllowed(settings, 'OUTBOUND_ALLOW'),
    issuers: settings.CAA_ISSUERS,
    moreCdns: parseCdnRanges(settings.CDN_RANGES) ?? [],
    everyMs: settings.DOMAIN_CHECK_SECONDS * 1_000,
  })
}
