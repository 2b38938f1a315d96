import { setTimeout as delay } from 'node:timers/promises'
import { createProxyPrograms, type ReadWantedProxy } from '@longshore/remote/proxy'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { WorkerSettings } from '../../settings.ts'
import { readCurrentAllowances, type ServerAccess } from '../servers/worker.ts'
import { openEnvironmentSecrets } from './containers/environment-secrets.remote.ts'
import { createLiveDatabases, type LiveDatabases } from './databases/live-database.remote.ts'
import type { EnvironmentWork } from './environment-work.context.ts'
import { createRunCron } from './jobs/workflow/run-cron.workflow.ts'
import { createSweepPoller } from './lifecycle/sweep.poller.ts'
import { sweepSoon } from './lifecycle/sweep-times.repository.ts'
import type { LifecycleWork } from './lifecycle/workflow/lifecycle.context.ts'
import { createPurgeService } from './lifecycle/workflow/purge-service.workflow.ts'
import { createRemoveEnvironment } from './lifecycle/workflow/remove.workflow.ts'
import { createRestartEnvironment, createStartEnvironment } from './lifecycle/workflow/start.workflow.ts'
import { createStopEnvironment } from './lifecycle/workflow/stop.workflow.ts'
import { createTidyEnvironment } from './lifecycle/workflow/tidy.workflow.ts'
import { createTrashEnvironment } from './lifecycle/workflow/trash.workflow.ts'
import { createLiveApps, type LiveApps } from './live-apps.remote.ts'
import { createLiveVolumes, type LiveVolumes } from './live-volume.remote.ts'
import { createPrepareCommand, type PrepareCommand } from './programs/prepare-command.remote.ts'
import { createProgramRecords } from './programs/program-records.context.ts'
import { createRunInRelease, type RunInRelease } from './programs/run-in-release.remote.ts'
import { createRuntimes } from './runtimes.remote.ts'
import { loggedOwnerOf } from './server-names.policy.ts'
import { createWorkloadRecords, type ProxyRecords, type SealedRecords } from './workload-records.context.ts'
import type { DataRuntimes } from './workloads.context.ts'

export { appContainer, releaseCommandContainer, stopGraceOf } from './containers/app-container.remote.ts'
export { assertFence } from './containers/assert-fence.remote.ts'
export { readContainerLogTail } from './containers/container-log-tail.remote.ts'
export { loadProxy } from './containers/load-proxy.remote.ts'
export { upstreamsOf } from './containers/release-traffic.remote.ts'
export { removeImages } from './containers/remove-images.remote.ts'
export { routedServices } from './containers/routed-services.policy.ts'
export { openEnvironments, type ServiceEnvironments } from './containers/service-environment.remote.ts'
export type { AdoptStack, BackUpFirst, MoveData, MovedData } from './data-movement.context.ts'
export { databaseContainer, readyWithinMs, versionOf, waitUntilReady } from './databases/database-container.remote.ts'
export { engineOf } from './databases/database-engines.remote.ts'
export { databaseImage } from './databases/database-images.policy.ts'
export type { EngineImage, LiveDatabase, LiveDatabases } from './databases/live-database.remote.ts'
export { createDeployLog } from './deploy-log.stream.ts'
export type { EnvironmentWork } from './environment-work.context.ts'
export { expectedContainers } from './expected-containers.policy.ts'
export { healthProbeOf, isGoodStatus } from './health/health-check.policy.ts'
export { waitUntilHealthy } from './health/health-check.remote.ts'
export { adoptedTagOf, environmentImageNames, isBuiltFor, surplusImageNames, tagOf } from './image-names.policy.ts'
export { hasRole } from './lifecycle/read-server.remote.ts'
export { reportDrift } from './lifecycle/save-drift.action.ts'
export { takeDown } from './lifecycle/take-down.remote.ts'
export { stopServing } from './lifecycle/workflow/stop.workflow.ts'
export type { LiveApps, UnhealthyApp } from './live-apps.remote.ts'
export type { LiveVolume, LiveVolumes } from './live-volume.remote.ts'
export type { PrepareCommand, PreparedCommand } from './programs/prepare-command.remote.ts'
export { programFailure } from './programs/program-failure.problems.ts'
export type { ProgramRecords } from './programs/program-ports.context.ts'
export type { RunInRelease } from './programs/run-in-release.remote.ts'
export { isUp, maxProgramTakeovers, maxUnreachableMs, runProgram } from './programs/run-program.remote.ts'
export { explainRemote } from './remote-failure.remote.ts'
export { remoteStep } from './remote-step.context.ts'
export {
  databaseContainerName,
  dataVolumeIn,
  imageTag,
  labelNames,
  labelsOf,
  moveMark,
  networkName,
  proxyNames,
  rehearsalContainerName,
  restoreContainerName,
  type VolumeOf,
  volumeName,
} from './server-names.policy.ts'
export type {
  DataRuntimes,
  DeployLog,
  DeployLogWriter,
  DesiredService,
  DesiredState,
  DesiredVariable,
  Release,
  Runtimes,
  WorkloadClock,
  WorkloadRecords,
} from './workloads.context.ts'

export interface WorkloadsOptions {
  database: Database
  access: ServerAccess
  sealed: SealedRecords
  proxy: ProxyRecords
  /** Label value on everything that we create on servers. */
  instance: string
  settings: Pick<
    WorkerSettings,
    'BUILDX_PROGRAM' | 'PROXY_PROGRAMS_DIRECTORY' | 'RAILPACK_DIRECTORY' | 'SOURCE_RUNTIME_DIRECTORY'
  >
  wantedProxy: ReadWantedProxy
}

export interface Workloads extends EnvironmentWork {
  runtimes: DataRuntimes
  runInRelease: RunInRelease
  databases: LiveDatabases
  volumes: LiveVolumes
  apps: LiveApps
  /** Functions for other modules that describe containers. */
  containers: {
    instance: string
    ownerOf: typeof loggedOwnerOf
    secretsOf(
      organizationId: OrganizationId,
      owner: { environmentId: Id<'env'>; deploymentId: Id<'dep'> | null },
    ): Promise<readonly Secret[]>
    onEnd: typeof sweepSoon
    prepareCommand: PrepareCommand
  }
}

export function createWorkloads({ database, access, sealed, proxy, instance, ...rest }: WorkloadsOptions): Workloads {
  const { settings, wantedProxy } = rest
  const runtimes = createRuntimes({
    access,
    allowancesOf: (organizationId, serverId) => readCurrentAllowances(database, organizationId, serverId),
    instance,
    buildxProgram: settings.BUILDX_PROGRAM,
    programDirectory: settings.SOURCE_RUNTIME_DIRECTORY,
    railpackDirectory: settings.RAILPACK_DIRECTORY,
    programs: createProxyPrograms(settings.PROXY_PROGRAMS_DIRECTORY),
    limitsDirectory: settings.PROXY_PROGRAMS_DIRECTORY,
    wantedProxy,
  })
  const records = createWorkloadRecords({ database, sealed, proxy })
  const clock: EnvironmentWork['clock'] = { now: Date.now, wait: (ms, signal) => delay(ms, undefined, { signal }) }
  const work = { database, runtimes, records, programs: createProgramRecords(database), clock }
  return {
    ...work,
    runInRelease: createRunInRelease(work),
    databases: createLiveDatabases(work),
    volumes: createLiveVolumes(work),
    apps: createLiveApps(work),
    containers: {
      instance,
      ownerOf: loggedOwnerOf,
      secretsOf: (organizationId, owner) => openEnvironmentSecrets({ database, records }, organizationId, owner),
      onEnd: sweepSoon,
      prepareCommand: createPrepareCommand(work),
    },
  }
}

export interface LifecycleOptions extends Omit<LifecycleWork, keyof EnvironmentWork> {
  log: Log
  /** Interval between two sweeps of a server. */
  sweepEveryMs: number
  sweepsAtOnce: number
}

/** Everything that happens to an environment between its deployments. The loops aren't started yet. */
export function createLifecycle(
  workloads: EnvironmentWork,
  { log, sweepEveryMs, sweepsAtOnce, ...neighbors }: LifecycleOptions,
): { workflows: AnyWorkflow[]; loops: BackgroundLoop[] } {
  const work: LifecycleWork = { ...workloads, ...neighbors }
  return {
    workflows: [
      createStopEnvironment(work),
      createStartEnvironment(work),
      createRestartEnvironment(work),
      createRemoveEnvironment(work),
      createTrashEnvironment(work),
      createPurgeService(work),
      createTidyEnvironment(work),
      createRunCron(work),
    ],
    loops: [createSweepPoller({ work, log, everyMs: sweepEveryMs, atOnce: sweepsAtOnce })],
  }
}
