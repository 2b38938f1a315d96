/** Wires up the worker components that connect to servers: connections, polling, and deployments. */
import { createServerPool, type ServerPool } from '@longshore/remote/ssh'
import { createAlertPoller } from '../modules/alerts/worker.ts'
import { detachOrRemoveBackups, endMove } from '../modules/backups/index.ts'
import { createBackUpFirst, createMoveData, listBackupFreshness } from '../modules/backups/worker.ts'
import { listHeldCommands } from '../modules/commands/index.ts'
import { createCommandCalls } from '../modules/commands/worker.ts'
import { createDeploymentsWorker, type DeploySettings } from '../modules/deployments/worker.ts'
import { listCertificateTerms, type Proxies } from '../modules/domains/worker.ts'
import { createHardeningWorker, type HardeningWorker } from '../modules/hardening/worker.ts'
import { createMetricsLoops } from '../modules/metrics/worker.ts'
import { noteDeploymentEnd } from '../modules/previews/index.ts'
import { continueRemoval, giveUpRemoval } from '../modules/projects/index.ts'
import { createLogCollector } from '../modules/runtime-logs/worker.ts'
import { createServersWorker, type ServersWorker } from '../modules/servers/worker.ts'
import { createLifecycle, createWorkloads } from '../modules/workloads/worker.ts'
import type { Database } from '../platform/database/database.ts'
import type { BackgroundLoop } from '../platform/durable/loop.ts'
import type { Log } from '../platform/log/log.ts'
import type { Unsealer } from '../platform/secrets/unseal.ts'
import { parseAllowed } from '../settings/allowed-addresses.ts'
import type { WorkerSettings } from '../settings.ts'
import type { SourceParts } from './source-parts.ts'

export function createServerParts(
  settings: WorkerSettings,
  parts: {
    database: Database
    unsealer: Unsealer
    log: Log
    instance: string
    proxies: Proxies
  },
): {
  pool: ServerPool
  servers: ServersWorker
  hardening: HardeningWorker
  /** Not started. */
  loops: BackgroundLoop[]
} {
  const { database, unsealer, log, instance, proxies } = parts
  const allow = parseAllowed(settings, 'SSH_ALLOW')
  const checkEveryMs = settings.SERVER_CHECK_SECONDS * 1_000
  const pool = createServerPool({
    allow,
    // Longer than the time between two checks, so that they share one connection.
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
    // Users wait for the dashboard to be served by the machine's own proxy, which a check sets up.
    ...(settings.DASHBOARD_UPSTREAM === undefined ? {} : { afterContactMs: Math.min(1_000, checkEveryMs) }),
    checksAtOnce: settings.MAX_CONCURRENT_SERVER_CHECKS,
    afterCheck: proxies.ensure,
  })
  const hardening = createHardeningWorker({
    database,
    access: servers.access,
    log,
    scanEveryMs: settings.SECURITY_SCAN_HOURS * 3_600_000,
  })
  const measuring = createMetricsLoops({
    database,
    access: servers.access,
    instance,
    log,
    everyMs: settings.METRICS_INTERVAL_SECONDS * 1_000,
    atOnce: settings.MAX_CONCURRENT_SERVER_CHECKS,
  })
  const alerts = createAlertPoller({
    database,
    log,
    everyMs: settings.ALERT_CHECK_SECONDS * 1_000,
    sources: { certificates: listCertificateTerms, backups: listBackupFreshness },
  })
  const loops = [...servers.loops, ...hardening.loops, ...measuring, alerts]
  return { pool, servers, hardening, loops }
}

/** Wires up what runs on servers, deployments, and what listens to them. */
export function createDeployParts(
  settings: WorkerSettings,
  parts: {
    database: Database
    log: Log
    servers: ServersWorker
    proxies: Proxies
    instance: string
    sources: SourceParts
  },
) {
  const { database, log, servers, proxies, instance, sources } = parts
  const workloads = createWorkloads({
    database,
    access: servers.access,
    sealed: { ...sources.environments.secrets, openRegistry: sources.registries.openRegistry },
    proxy: proxies.records,
    instance,
    programs: {
      buildx: settings.BUILDX_PROGRAM,
      proxyDirectory: settings.PROXY_PROGRAMS_DIRECTORY,
      railpackDirectory: settings.RAILPACK_DIRECTORY,
    },
    wantedProxy: proxies.release.readWanted,
  })
  const lifecycle = createLifecycle(workloads, {
    listHeldCommands,
    detachOrRemoveBackups,
    afterRemoval: continueRemoval,
    afterFailedRemoval: giveUpRemoval,
    log,
    sweepEveryMs: settings.SERVER_RECONCILE_SECONDS * 1_000,
    sweepsAtOnce: settings.MAX_CONCURRENT_SERVER_CHECKS,
  })
  const deployments = createDeploymentsWorker({
    database,
    workloads,
    sources: sources.sources,
    git: sources.git,
    ensureRoutes: proxies.records.ensureRoutes,
    settings: deploySettings(settings, instance),
    afterEnd: noteDeploymentEnd,
    backUpFirst: createBackUpFirst({ database }),
    moveData: createMoveData(workloads),
    endMove,
  })
  const { runtimes, containers } = workloads
  const collector = createLogCollector({
    ...{ database, access: servers.access, containers, log },
    maxBytes: settings.RUNTIME_LOG_BYTES,
  })
  return {
    workloads,
    deployments,
    workflows: [...deployments.workflows, ...lifecycle.workflows],
    loops: [...lifecycle.loops, collector],
    commandCalls: createCommandCalls({ database, runtimes, prepare: containers.prepareCommand }),
  }
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
