import { setTimeout as delay } from 'node:timers/promises'
import { createProxyPrograms, type ReadWantedProxy } from '@longshore/remote/proxy'
import type { GitSource } from '@longshore/source/git'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import { removeEnvironmentRoutes } from '../domains/index.ts'
import type { Sources } from '../git-providers/worker.ts'
import type { ServerAccess } from '../servers/worker.ts'
import { openEnvironmentSecrets } from '../workloads/containers/environment-secrets.remote.ts'
import { createLiveDatabases, type LiveDatabases } from '../workloads/databases/live-database.remote.ts'
import { createDeployLog } from '../workloads/deploy-log.stream.ts'
import type { EnvironmentWork } from '../workloads/environment-work.context.ts'
import { createSweepPoller } from '../workloads/lifecycle/sweep.poller.ts'
import { sweepSoon } from '../workloads/lifecycle/sweep-times.repository.ts'
import { createEnvironmentWorkflows } from '../workloads/lifecycle/workflow/lifecycle.context.ts'
import { createLiveVolumes, type LiveVolumes } from '../workloads/live-volume.remote.ts'
import { createPrepareCommand, type PrepareCommand } from '../workloads/programs/prepare-command.remote.ts'
import { createProgramRecords } from '../workloads/programs/program-records.context.ts'
import { createRunInRelease, type RunInRelease } from '../workloads/programs/run-in-release.remote.ts'
import { createRuntimes } from '../workloads/runtimes.remote.ts'
import { loggedOwnerOf } from '../workloads/server-names.policy.ts'
import type { BackUpFirst, DataRuntimes, DeployDeps, DeploySettings, MoveData } from './workflow/deploy.context.ts'
import { createDeploy } from './workflow/deploy.workflow.ts'
import { type DeployHooks, deployHooks } from './workflow/deploy-hooks.ts'
import { subjectOf } from './workflow/deploy-step.ts'
import { createDeploymentRecords, type ProxyRecords, type SealedRecords } from './workflow/deployment-records.ts'
import { createDeploySources } from './workflow/sources/create-deploy-sources.ts'

export { versionOf } from '../workloads/databases/database-container.remote.ts'
export { type DatabaseAccess, engineOf } from '../workloads/databases/database-engines.remote.ts'
export type { EngineImage, LiveDatabase, LiveDatabases } from '../workloads/databases/live-database.remote.ts'
export type { LiveVolume, LiveVolumes } from '../workloads/live-volume.remote.ts'
export type { PrepareCommand, PreparedCommand } from '../workloads/programs/prepare-command.remote.ts'
export type { ProgramRecords } from '../workloads/programs/program-ports.context.ts'
export type { RunInRelease } from '../workloads/programs/run-in-release.remote.ts'
export { maxProgramTakeovers, runProgram } from '../workloads/programs/run-program.remote.ts'
export { explainRemote } from '../workloads/remote-failure.remote.ts'
export {
  databaseContainerName,
  labelNames,
  labelsOf,
  networkName,
  restoreContainerName,
  volumeName,
} from '../workloads/server-names.policy.ts'
export { addCommitStatusWarning } from './report-commit-status.ts'
export type {
  BackUpFirst,
  DataRuntimes,
  DeploySettings,
  MoveData,
  MovedData,
  Runtimes,
} from './workflow/deploy.context.ts'

export interface DeploymentsWorkerOptions {
  database: Database
  access: ServerAccess
  sources: Sources
  git: GitSource
  sealed: SealedRecords
  proxy: ProxyRecords
  settings: DeploySettings
  programs: { buildx: string; proxyDirectory: string; railpackDirectory: string }
  wantedProxy: ReadWantedProxy
  /** Called when all environments of a project were removed, or one couldn't be. */
  projects: Pick<EnvironmentWork, 'afterRemoval' | 'afterFailedRemoval'>
  detachOrRemoveBackups: EnvironmentWork['detachOrRemoveBackups']
  /** Called in the transaction that ends a deployment, whatever its result. Publishes nothing. */
  afterEnd(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void>
  /** Called before a database changes its image. */
  backUpFirst: BackUpFirst
  /** Moves environments with data to another server. */
  moveDataWith(parts: Pick<DeploymentsWorker, 'runtimes' | 'databases'>): MoveData
  /** Called in the transaction that ends a deployment that wasn't superseded. Publishes nothing. */
  endMove(tx: Tx, organizationId: OrganizationId, at: { environmentId: Id<'env'>; runId: string }): Promise<void>
  log: Log
  /** Interval between two sweeps of a server. */
  sweepEveryMs: number
  sweepsAtOnce: number
}

export interface DeploymentsWorker extends AsyncDisposable {
  workflows: AnyWorkflow[]
  /** Background loops that aren't started yet. */
  loops: BackgroundLoop[]
  runtimes: DataRuntimes
  runInRelease: RunInRelease
  databases: LiveDatabases
  volumes: LiveVolumes
  /** What other modules need to know about containers of deployments. */
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

export function createDeploymentsWorker(options: DeploymentsWorkerOptions): DeploymentsWorker {
  const { database, sealed, proxy, settings } = options
  const sources = createDeploySources(options)
  const runtimes = realRuntimes(options)
  const records = createDeploymentRecords({ database, sealed, proxy })
  const clock: DeployDeps['clock'] = { now: Date.now, wait: (ms, signal) => delay(ms, undefined, { signal }) }
  const log = createDeployLog()
  const programs = createProgramRecords(database)
  const work: EnvironmentWork = {
    database,
    log,
    programs,
    runtimes,
    records,
    clock,
    forgetRoutes: (tx, organizationId, environmentId) =>
      removeEnvironmentRoutes(tx, organizationId, { environmentId, serverId: null }),
    ...options.projects,
    detachOrRemoveBackups: options.detachOrRemoveBackups,
  }
  const databases = createLiveDatabases(work)
  const { backUpFirst } = options
  const moveData = options.moveDataWith({ runtimes, databases })
  return {
    workflows: [
      createDeploy(
        { ...{ runtimes, sources, settings, records, log, programs, clock }, backUpFirst, moveData },
        hooksWith(options),
      ),
      ...createEnvironmentWorkflows(work),
    ],
    loops: [createSweepPoller({ work, log: options.log, everyMs: options.sweepEveryMs, atOnce: options.sweepsAtOnce })],
    runtimes,
    runInRelease: createRunInRelease(work),
    databases,
    volumes: createLiveVolumes(work),
    containers: {
      instance: settings.instance,
      ownerOf: loggedOwnerOf,
      secretsOf: (organizationId, owner) => openEnvironmentSecrets({ database, records }, organizationId, owner),
      onEnd: sweepSoon,
      prepareCommand: createPrepareCommand(work),
    },
    [Symbol.asyncDispose]: () => sources[Symbol.asyncDispose](),
  }
}

function hooksWith({ afterEnd, endMove }: Pick<DeploymentsWorkerOptions, 'afterEnd' | 'endMove'>): DeployHooks {
  return {
    ...deployHooks,
    async onFinish(tx, run, end) {
      const { organizationId, environmentId } = subjectOf({ run })
      await afterEnd(tx, organizationId, environmentId)
      // When superseded, the newer deployment moves the data instead.
      if (end.status !== 'superseded') await endMove(tx, organizationId, { environmentId, runId: run.id })
      await deployHooks.onFinish?.(tx, run, end)
    },
  }
}

function realRuntimes({
  access,
  settings: { instance },
  programs,
  wantedProxy,
}: DeploymentsWorkerOptions): DataRuntimes {
  return createRuntimes({
    access,
    instance,
    buildxProgram: programs.buildx,
    railpackDirectory: programs.railpackDirectory,
    programs: createProxyPrograms(programs.proxyDirectory),
    limitsDirectory: programs.proxyDirectory,
    wantedProxy,
  })
}
