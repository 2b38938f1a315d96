/** What the worker process is made of. */
import { type AddressPolicy, isNamed, parseAddressPolicy } from '@longshore/addresses'
import { createProxyPrograms } from '@longshore/remote/proxy'
import { createServerPool, type ServerPool } from '@longshore/remote/ssh'
import { createGitSource, type GitSource } from '@longshore/source/git'
import { ConfigError } from './config.ts'
import { createDataParts } from './data-parts.ts'
import { AlertWatch } from './modules/alerts/worker.ts'
import { createAutoDeployWorker } from './modules/auto-deploy/worker.ts'
import { createBackUpFirst, listBackupTerms } from './modules/backup-plans/worker.ts'
import { CertificateWatch } from './modules/certificates/worker.ts'
import { createCommandCalls } from './modules/commands/worker.ts'
import { createDeliverCommitStatus } from './modules/commit-status/worker.ts'
import {
  createDeploymentsWorker,
  type DeploymentsWorker,
  type DeploySettings,
  warnOfUntold,
} from './modules/deployments/worker.ts'
import { isProofNeeded, knownCdns, parseCdnRanges } from './modules/domains/index.ts'
import { createDomainWatch, type DomainWatch, tellOfCertificates } from './modules/domains/worker.ts'
import { createEnvironmentsWorker } from './modules/environments/worker.ts'
import { createGitProvidersWorker } from './modules/git-providers/worker.ts'
import { createHardeningWorker, type HardeningWorker } from './modules/hardening/worker.ts'
import { createHousekeeping } from './modules/housekeeping/worker.ts'
import { createPingCall } from './modules/instance/worker.ts'
import { createMetricsWorker, type MetricsWorker } from './modules/metrics/worker.ts'
import { endMove } from './modules/moves/index.ts'
import { createMoveData } from './modules/moves/worker.ts'
import { noteDeploymentEnd, notePullRequest } from './modules/previews/index.ts'
import { createPreviewsWorker } from './modules/previews/worker.ts'
import { continueRemoval, giveUpRemoval } from './modules/projects/index.ts'
import { createProjectsWorker } from './modules/projects/worker.ts'
import { createAddressOf } from './modules/proxy/index.ts'
import {
  authorityOf,
  createKeepProxy,
  createLoadProxy,
  createProxyLook,
  createProxyRecords,
  type KeepProxy,
  listCertificateTerms,
  readHostnamePlace,
  touchHostname,
} from './modules/proxy/worker.ts'
import { createRegistriesWorker } from './modules/registries/worker.ts'
import { createRuntimeLogsWorker } from './modules/runtime-logs/worker.ts'
import { createServersWorker, readInstanceId, type ServersWorker } from './modules/servers/worker.ts'
import { systemClock } from './platform/clock/clock.ts'
import { createDatabase, type Database } from './platform/database/database.ts'
import { createListener } from './platform/database/listener.ts'
import { parseResolvers } from './platform/dns/resolvers.ts'
import { registerDurableMetrics } from './platform/durable/durable-metrics.ts'
import { createDurableWorker, type DurableWorkerOptions } from './platform/durable/worker.ts'
import type { Log } from './platform/log/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createSendMail } from './platform/mail/send-mail.workflow.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { createSealer } from './platform/secrets/seal.ts'
import { createUnsealer, type Unsealer } from './platform/secrets/unseal.ts'
import type { WorkerSettings } from './settings.ts'
import { version } from './version.ts'

export type WorkerHooks = Pick<DurableWorkerOptions, 'onPoint'>

export async function createWorkerContext(settings: WorkerSettings, log: Log, hooks: WorkerHooks = {}) {
  const clock = systemClock
  const { database, listener } = openDatabase(settings, log)
  const unsealer = await createUnsealer(settings.SEALING_IDENTITIES)
  const mailer =
    settings.SMTP_URL === undefined ? null : createMailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM })
  const sourceParts = createSourceParts(settings, { database, unsealer, log })
  const { outbound, git } = sourceParts
  const instance = await readInstanceId(database.systemDb)
  const proxy = createProxyRecords({
    database,
    unsealer,
    settings: { addressDomain: settings.ADDRESS_DOMAIN },
    isTxtRequired: () => isProofNeeded({ database, isSignUpOpen: settings.SIGN_UP_MODE === 'open' }),
    networks: networksOf(settings),
    authority: authorityOf(settings),
  })
  const programs = createProxyPrograms(settings.PROXY_PROGRAMS_DIRECTORY)
  const lookMore = createKeepProxy({ database, records: proxy, instance, programs, onCertificates: tellOfCertificates })
  const serverParts = createServerParts(settings, { database, unsealer, log, lookMore, instance })
  const { servers, hardening } = serverParts
  const { deployments, runtimeLogs, commandCalls } = createDeployParts(settings, {
    ...{ database, log, servers, proxy, instance },
    sources: sourceParts,
  })
  const data = createDataParts(settings, { database, unsealer, outbound, instance, ...deployments })
  const feedback = createFeedback(settings, { database, unsealer, log, ...sourceParts, ...deployments })
  const durable = createDurableWorker({
    database,
    listener,
    log,
    clock,
    workflows: [
      createSendMail({ database, unsealer, mailer }),
      createHousekeeping({ database, runtimeLogDays: settings.RUNTIME_LOG_DAYS }),
      ...servers.workflows,
      ...hardening.workflows,
      ...sourceParts.workflows,
      ...deployments.workflows,
      createLoadProxy({ database, access: servers.access, records: proxy, instance, programs }),
      ...feedback.workflows,
      ...data.workflows,
    ],
    ingressUrl: settings.RESTATE_INGRESS_URL,
    adminUrl: settings.RESTATE_ADMIN_URL,
    endpoint: { host: settings.WORKER_HOST, port: settings.WORKER_PORT },
    ...(settings.WORKER_URL === undefined ? {} : { advertisedUrl: settings.WORKER_URL }),
    identityKeys: settings.RESTATE_IDENTITY_KEYS,
    ...hooks,
  })
  const calls = [createPingCall(version), ...servers.calls, ...sourceParts.calls, ...commandCalls, ...data.calls]
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
    outbound,
    git,
    ...serverParts,
    deployments,
    previews: feedback.previews,
    autoDeploy: sourceParts.autoDeploy,
    domains: createDomains(settings, { database, log, instance }),
    runtimeLogs,
    durable,
    metrics,
    hasOwnBackup: data.hasOwnBackup,
  }
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

/** Of content delivery networks, by name. */
function networksOf(settings: WorkerSettings): Record<string, readonly string[]> {
  const all = [...knownCdns, ...(parseCdnRanges(settings.CDN_RANGES) ?? [])]
  const byName = Map.groupBy(all, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, cdns]) => [name, cdns.flatMap(({ networks }) => networks)]))
}

/** The proxy says where hostnames should lead. */
function createDomains(
  settings: WorkerSettings,
  parts: { database: Database; log: Log; instance: string },
): DomainWatch {
  const { database, log, instance } = parts
  return createDomainWatch({
    database,
    log,
    places: { read: readHostnamePlace, touch: touchHostname },
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

/** What reaches servers. */
function createServerParts(
  settings: WorkerSettings,
  parts: { database: Database; unsealer: Unsealer; log: Log; lookMore: KeepProxy; instance: string },
): {
  pool: ServerPool
  servers: ServersWorker
  hardening: HardeningWorker
  measuring: MetricsWorker
  alerts: AlertWatch
  certificates: CertificateWatch
} {
  const { database, unsealer, log, lookMore, instance } = parts
  const allow = parseAllowed(settings, 'SSH_ALLOW')
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
    lookMore,
  })
  const hardening = createHardeningWorker({
    database,
    access: servers.access,
    log,
    scanEveryMs: settings.SECURITY_SCAN_HOURS * 3_600_000,
  })
  const measuring = createMetricsWorker({
    database,
    access: servers.access,
    instance,
    log,
    everyMs: settings.METRICS_SECONDS * 1_000,
    atOnce: settings.SERVER_CHECKS_AT_ONCE,
  })
  const alerts = new AlertWatch({
    database,
    log,
    everyMs: settings.ALERT_SECONDS * 1_000,
    sources: { certificates: listCertificateTerms, backups: listBackupTerms },
  })
  const certificates = new CertificateWatch({
    database,
    log,
    atOnce: settings.SERVER_CHECKS_AT_ONCE,
    look: createProxyLook({ database, access: servers.access, keepProxy: lookMore }),
  })
  return { pool, servers, hardening, measuring, alerts, certificates }
}

/** What forges are told, and what their pull requests get. */
function createFeedback(
  settings: WorkerSettings,
  parts: { database: Database; unsealer: Unsealer; log: Log } & Pick<SourceParts, 'sources' | 'environments'> &
    Pick<DeploymentsWorker, 'runInRelease'>,
) {
  const { PUBLIC_URL: publicUrl, ADDRESS_DOMAIN: addressDomain } = settings
  const { database, unsealer, log, sources, runInRelease } = parts
  const addressOf = createAddressOf(addressDomain)
  const previews = createPreviewsWorker({
    ...{ database, unsealer, log, sources, runInRelease, publicUrl, addressOf },
    sealer: createSealer(unsealer.keys[0].recipient),
    secrets: parts.environments.secrets,
    lookEveryMs: settings.PREVIEW_LOOK_SECONDS * 1_000,
  })
  const commitStatus = createDeliverCommitStatus({ database, sources, publicUrl, addressOf, warn: warnOfUntold })
  return { previews, workflows: [commitStatus, ...previews.workflows] }
}

/** What puts environments on servers and listens to them there. */
function createDeployParts(
  settings: WorkerSettings,
  parts: {
    database: Database
    log: Log
    servers: ServersWorker
    proxy: ReturnType<typeof createProxyRecords>
    instance: string
    sources: ReturnType<typeof createSourceParts>
  },
) {
  const { database, log, servers, proxy, instance, sources } = parts
  const deployments = createDeploymentsWorker({
    database,
    access: servers.access,
    sources: sources.sources,
    git: sources.git,
    sealed: { ...sources.environments.secrets, openRegistry: sources.registries.openRegistry },
    proxy,
    settings: deploySettings(settings, instance),
    programs: { buildx: settings.BUILDX_PROGRAM, proxyDirectory: settings.PROXY_PROGRAMS_DIRECTORY },
    projects: { afterRemoval: continueRemoval, afterFailedRemoval: giveUpRemoval },
    afterEnd: noteDeploymentEnd,
    backUpFirst: createBackUpFirst({ database }),
    moveDataWith: (own) => createMoveData({ database, ...own }),
    endMove,
    log,
    sweepEveryMs: settings.SWEEP_SECONDS * 1_000,
    sweepsAtOnce: settings.SERVER_CHECKS_AT_ONCE,
  })
  const runtimeLogs = createRuntimeLogsWorker({
    database,
    access: servers.access,
    containers: deployments.containers,
    log,
    maxBytes: settings.RUNTIME_LOG_BYTES,
  })
  const { runtimes, containers } = deployments
  const calls = createCommandCalls({ database, runtimes, prepare: containers.prepareCommand })
  return { deployments, runtimeLogs, commandCalls: calls }
}

function deploySettings(settings: WorkerSettings, instance: string): DeploySettings {
  return {
    instance,
    networkPool: { base: settings.NETWORK_POOL, prefix: 27 },
    keepReleases: settings.KEEP_RELEASES,
    buildTimeMs: settings.BUILD_TIMEOUT_SECONDS * 1_000,
    buildOutputBytes: settings.BUILD_OUTPUT_BYTES,
    buildPids: settings.BUILD_PIDS,
    diskReserveBytes: settings.SERVER_DISK_RESERVE_BYTES,
    memoryReserveBytes: settings.SERVER_MEMORY_RESERVE_BYTES,
  }
}

type SourceParts = ReturnType<typeof createSourceParts>

/** What reads other people's repositories and registries, and what belongs to those who own them. */
function createSourceParts(settings: WorkerSettings, parts: { database: Database; unsealer: Unsealer; log: Log }) {
  const allow = parseAllowed(settings, 'OUTBOUND_ALLOW')
  const outbound = createOutbound({ allow })
  const git = createGit(settings, outbound, allow)
  const gitProviders = createGitProvidersWorker({ ...parts, outbound })
  const { sources } = gitProviders
  const projects = createProjectsWorker({ ...parts, sources, git, atOnce: settings.ANALYSES_AT_ONCE })
  const environments = createEnvironmentsWorker(parts)
  const registries = createRegistriesWorker({ ...parts, outbound })
  const autoDeploy = createAutoDeployWorker({
    ...parts,
    sources,
    git,
    publicUrl: settings.PUBLIC_URL,
    onPullRequest: notePullRequest,
    hookEveryMs: settings.WEBHOOK_CHECK_SECONDS * 1_000,
    pollEveryMs: settings.GIT_POLL_SECONDS * 1_000,
  })
  return {
    outbound,
    git,
    sources,
    environments,
    registries,
    autoDeploy,
    workflows: [gitProviders, projects, autoDeploy].flatMap((module) => module.workflows),
    calls: [gitProviders, projects, environments, registries, autoDeploy].flatMap((module) => module.calls),
  }
}

/** Git connects to what the guard of outbound requests lets it, and looks nothing up itself. */
function createGit(settings: WorkerSettings, outbound: Outbound, allow: AddressPolicy): GitSource {
  const { SOURCE_RUNTIME_DIRECTORY: runtimeDirectory } = settings
  return createGitSource({
    resolve: async (host, port) => await outbound.resolve(host, port),
    mayUseHttp: (address, port) => isNamed(allow, address, port),
    ...(runtimeDirectory === undefined ? {} : { runtimeDirectory }),
  })
}

function parseAllowed(settings: WorkerSettings, setting: 'SSH_ALLOW' | 'OUTBOUND_ALLOW'): AddressPolicy {
  try {
    return parseAddressPolicy(settings[setting])
  } catch (error) {
    throw new ConfigError([{ setting, fault: error instanceof Error ? error.message : 'is unusable' }])
  }
}
