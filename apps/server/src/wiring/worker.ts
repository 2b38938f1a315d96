/** Composition root of the worker process. */
import { checkHealth } from '../commands/doctor/check-health.ts'
import { endAdoption } from '../modules/adoptions/index.ts'
import { createAdoptionsWorker, createAdoptStack } from '../modules/adoptions/worker.ts'
import { createAlertPoller } from '../modules/alerts/worker.ts'
import { createAutoDeployWorker } from '../modules/auto-deploy/worker.ts'
import { detachOrRemoveBackups, endMove, listStandIns } from '../modules/backups/index.ts'
import {
  createBackUpFirst,
  createBackupsWorker,
  createMoveData,
  createRehearsals,
  listBackupFreshness,
} from '../modules/backups/worker.ts'
import { createCatalogWorker, isFromElsewhere } from '../modules/catalog/worker.ts'
import { listHeldCommands } from '../modules/commands/index.ts'
import { createCommandCalls } from '../modules/commands/worker.ts'
import { createDeliverCommitStatus } from '../modules/commit-status/worker.ts'
import { addCommitStatusWarning, createDeploymentsWorker } from '../modules/deployments/worker.ts'
import { createAddressOf } from '../modules/domains/index.ts'
import { createDomainsWorker, createProxies, listCertificateTerms } from '../modules/domains/worker.ts'
import { createEnvironmentsWorker } from '../modules/environments/worker.ts'
import { createGitProvidersWorker } from '../modules/git-providers/worker.ts'
import { createHardeningWorker } from '../modules/hardening/worker.ts'
import { createInstanceWorker, createPingCall } from '../modules/instance/worker.ts'
import { createMetricsLoops } from '../modules/metrics/worker.ts'
import { createNotificationsWorker } from '../modules/notifications/worker.ts'
import { noteDeploymentEnd, notePullRequest } from '../modules/previews/index.ts'
import { createPreviewsWorker } from '../modules/previews/worker.ts'
import { continueRemoval, giveUpRemoval } from '../modules/projects/index.ts'
import { createProjectsWorker } from '../modules/projects/worker.ts'
import { createRegistriesWorker } from '../modules/registries/worker.ts'
import { createLogCollector } from '../modules/runtime-logs/worker.ts'
import { createServersWorker, readInstanceId } from '../modules/servers/worker.ts'
import { createTrashPoller } from '../modules/trash/worker.ts'
import { createLifecycle, createWorkloads } from '../modules/workloads/worker.ts'
import { registerDurableMetrics } from '../platform/durable/durable-metrics.ts'
import type { BackgroundLoop } from '../platform/durable/loop.ts'
import { registerLoopMetrics } from '../platform/durable/loop-metrics.ts'
import { createDurableWorker, type DurableWorkerOptions } from '../platform/durable/worker.ts'
import type { AnyWorkflow } from '../platform/durable/workflow.ts'
import type { LinkHandler } from '../platform/link/call.ts'
import type { Log } from '../platform/log/log.ts'
import { createSendMail } from '../platform/mail/send-mail.workflow.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { createSealer } from '../platform/secrets/seal.ts'
import type { WorkerSettings } from '../settings.ts'
import { version } from '../version.ts'
import { createInfrastructure, type Infrastructure } from './infrastructure.ts'
import { trashHandlers } from './trash-handlers.ts'

/** Interval at which expired items leave the trash. */
const trashEveryMs = 30_000

export type WorkerHooks = Pick<DurableWorkerOptions, 'onPoint'>

type Parts = Omit<Infrastructure, 'identities' | 'resources'> & { instance: string }
type Servers = ReturnType<typeof createServerModules>
type Sources = ReturnType<typeof createSourceModules>
type Deploying = ReturnType<typeof createDeployModules>

interface WorkerModule {
  workflows?: readonly AnyWorkflow[]
  calls?: readonly LinkHandler[]
  /** Not started. */
  loops?: readonly BackgroundLoop[]
}

export async function createWorkerContext(settings: WorkerSettings, log: Log, hooks: WorkerHooks = {}) {
  const { identities, resources, ...infrastructure } = await createInfrastructure(settings, log)
  const { database, listener, mailer } = infrastructure
  const parts = { ...infrastructure, instance: await readInstanceId(database.systemDb) }
  const servers = createServerModules(settings, parts)
  const sources = createSourceModules(settings, parts)
  const deploying = createDeployModules(settings, parts, { servers, sources })
  resources.use(deploying.deployments)
  const data = createDataModules(settings, parts, { servers, sources, deploying, identities })
  const following = createFollowingModules(settings, parts, servers)
  const modules: WorkerModule[] = [servers, sources, deploying, data, following].flatMap((group) => group.modules)
  const durable = resources.use(
    createDurableWorker({
      ...{ database, listener, log },
      workflows: [createSendMail(parts), ...modules.flatMap(({ workflows = [] }) => workflows)],
      ingressUrl: settings.RESTATE_INGRESS_URL,
      adminUrl: settings.RESTATE_ADMIN_URL,
      endpoint: { host: settings.WORKER_HOST, port: settings.WORKER_PORT },
      ...(settings.WORKER_URL === undefined ? {} : { advertisedUrl: settings.WORKER_URL }),
      identityKeys: settings.RESTATE_IDENTITY_KEYS,
      // Same as a stop request: the supervisor restarts the process.
      onGiveUp: () => process.kill(process.pid, 'SIGTERM'),
      ...hooks,
    }),
  )
  const loops = modules.flatMap((module) => module.loops ?? [])
  const healthOfLoops = () => [...durable.loops, ...loops].map(({ health }) => health)
  const metrics = createMetrics('worker')
  registerDurableMetrics(metrics.registry, database)
  registerLoopMetrics(metrics.registry, healthOfLoops)
  const ping = createPingCall({ version, sendsMail: mailer !== null, healthOfLoops })
  return {
    ...infrastructure,
    ...{ settings, resources, durable, metrics },
    calls: [ping, ...modules.flatMap(({ calls = [] }) => calls)],
    proxyRelease: servers.proxies.release,
    /** Loops other than those of `durable`. */
    loops,
    hasInstanceBackup: data.hasInstanceBackup,
  }
}

/** Modules that connect to servers and configure their proxies. */
function createServerModules(settings: WorkerSettings, { pool, sshAllow, outboundAllow, ...parts }: Parts) {
  const { database, log, instance } = parts
  const proxies = createProxies({ ...parts, settings })
  const servers = createServersWorker({ ...parts, pool, allow: sshAllow, afterCheck: proxies.ensure, settings })
  const { access } = servers
  const names = { instanceId: instance, allow: outboundAllow, settings }
  const domains = createDomainsWorker({ database, log, proxies, access, ...names })
  const scanEveryMs = settings.SECURITY_SCAN_HOURS * 3_600_000
  const hardening = createHardeningWorker({ database, access, log, scanEveryMs })
  const modules: WorkerModule[] = [servers, domains, hardening]
  return { proxies, access, modules }
}

/** Modules that read repositories, registries, and secrets. */
function createSourceModules(settings: WorkerSettings, parts: Parts) {
  const { git } = parts
  const gitProviders = createGitProvidersWorker(parts)
  const { sources } = gitProviders
  const projects = createProjectsWorker({ ...parts, sources, git, atOnce: settings.MAX_CONCURRENT_ANALYSES })
  const environments = createEnvironmentsWorker(parts)
  const registries = createRegistriesWorker(parts)
  const autoDeploy = createAutoDeployWorker({
    ...{ ...parts, sources, publicUrl: settings.PUBLIC_URL, onPullRequest: notePullRequest },
    hookEveryMs: settings.WEBHOOK_CHECK_SECONDS * 1_000,
    pollEveryMs: settings.GIT_POLL_SECONDS * 1_000,
  })
  const modules: WorkerModule[] = [gitProviders, projects, environments, registries, autoDeploy]
  return { sources, environments, registries, autoDeploy, modules }
}

/** Modules that protect and remove data: of this instance, and of deployed environments. */
function createDataModules(
  settings: WorkerSettings,
  parts: Parts,
  below: { servers: Servers; sources: Sources; deploying: Deploying } & Pick<Infrastructure, 'identities'>,
) {
  const { servers, sources, deploying, identities } = below
  const backups = createBackupsWorker({
    ...{ ...parts, ...deploying.workloads, settings, ports: deploying.deployments.ports },
  })
  const removal = { access: servers.access, removeWebhooks: sources.autoDeploy.removeWebhooks, ...backups.removal }
  const about = { instanceId: parts.instance, version, identities }
  const instance = createInstanceWorker({ ...parts, ...about, settings, removal, checkHealth: () => checkHealth() })
  const catalog = createCatalogWorker({ ...parts, sources: sources.sources })
  const adoptions = createAdoptionsWorker({
    ...{ ...parts, access: servers.access, runtimes: deploying.workloads.runtimes, clock: deploying.workloads.clock },
    sealer: createSealer(parts.unsealer.keys[0].recipient),
    diskReserveBytes: settings.SERVER_DISK_RESERVE_BYTES,
  })
  const trash = createTrashPoller({ ...parts, handlers: trashHandlers, everyMs: trashEveryMs })
  const modules: WorkerModule[] = [backups, adoptions, instance, catalog, { loops: [trash] }]
  return { hasInstanceBackup: instance.hasInstanceBackup, modules }
}

/** Modules that measure servers, and notify about them. */
function createFollowingModules(settings: WorkerSettings, parts: Parts, { access }: Servers) {
  const notifications = createNotificationsWorker({
    ...{ ...parts, publicUrl: settings.PUBLIC_URL, mailsPerDay: settings.EMAILS_PER_DAY },
    firstPauseMs: settings.NOTIFICATION_RETRY_SECONDS * 1_000,
  })
  const alerts = createAlertPoller({
    ...{ ...parts, everyMs: settings.ALERT_CHECK_SECONDS * 1_000 },
    sources: { certificates: listCertificateTerms, backups: listBackupFreshness },
  })
  const metrics = createMetricsLoops({
    ...{ ...parts, access, everyMs: settings.METRICS_INTERVAL_SECONDS * 1_000 },
    atOnce: settings.MAX_CONCURRENT_SERVER_CHECKS,
  })
  return { modules: [notifications, { loops: [...metrics, alerts] }] satisfies WorkerModule[] }
}

/** Modules that run environments on servers, and those that follow deployments. */
function createDeployModules(settings: WorkerSettings, parts: Parts, below: { servers: Servers; sources: Sources }) {
  const { database, unsealer, log, instance, git } = parts
  const { access, proxies } = below.servers
  const { sources, environments, registries } = below.sources
  const { secrets } = environments
  const workloads = createWorkloads({
    ...{ database, access, instance, settings, sealed: { ...secrets, openRegistry: registries.openRegistry } },
    ...{ proxy: proxies.records, wantedProxy: proxies.release.readWanted },
  })
  const lifecycle = createLifecycle(workloads, {
    ...{ listHeldCommands, listDrills: listStandIns, detachOrRemoveBackups, log },
    ...{ afterRemoval: continueRemoval, afterFailedRemoval: giveUpRemoval },
    sweepEveryMs: settings.SERVER_RECONCILE_SECONDS * 1_000,
    sweepsAtOnce: settings.MAX_CONCURRENT_SERVER_CHECKS,
  })
  const deployments = createDeploymentsWorker({
    ...{ database, log, workloads, sources, git, instance, settings, endMove, afterEnd: noteDeploymentEnd },
    ensureRoutes: proxies.records.ensureRoutes,
    isFromElsewhere,
    backUpFirst: createBackUpFirst({ database }),
    rehearse: createRehearsals({ ...parts, ...workloads, settings }),
    moveData: createMoveData({ ...parts, ...workloads, settings }),
    adoptStack: createAdoptStack({ database, access, instance, runtimes: workloads.runtimes }),
    endAdoption,
  })
  const { runtimes, containers, runInRelease } = workloads
  const collector = createLogCollector({ database, access, containers, log, maxBytes: settings.RUNTIME_LOG_BYTES })
  const commands = createCommandCalls({ database, runtimes, prepare: containers.prepareCommand })
  const publicUrl = settings.PUBLIC_URL
  const addressOf = createAddressOf(settings.GENERATED_HOSTNAME_DOMAIN)
  const previews = createPreviewsWorker({
    ...{ database, unsealer, log, sources, runInRelease, publicUrl, addressOf, secrets },
    sealer: createSealer(unsealer.keys[0].recipient),
    lookEveryMs: settings.PREVIEW_CHECK_SECONDS * 1_000,
  })
  const status = createDeliverCommitStatus({ database, sources, publicUrl, addressOf, warn: addCommitStatusWarning })
  const rest = { workflows: [status], loops: [collector], calls: commands }
  const modules: WorkerModule[] = [deployments, lifecycle, previews, rest]
  return { workloads, deployments, modules }
}
