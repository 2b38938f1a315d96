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
import { loggedOwnerOf } from './server-names.policy.ts'
import { sweepSoon } from './sweep-times.repository.ts'
import { createDeploy } from './workflow/deploy.workflow.ts'
import { type DeployHooks, deployHooks } from './workflow/deploy-hooks.ts'
import { createDeployLog } from './workflow/deploy-log.ts'
import type { BackUpFirst, DataRuntimes, DeployDeps, DeploySettings, MoveData } from './workflow/deploy-ports.ts'
import { subjectOf } from './workflow/deploy-step.ts'
import { createDeploymentRecords, type ProxyRecords, type SealedRecords } from './workflow/deployment-records.ts'
import type { EnvironmentWork } from './workflow/environment/environment-work.ts'
import { createEnvironmentWorkflows } from './workflow/environment/environment-workflows.ts'
import { openEnvironmentSecrets } from './workflow/environment-secrets.ts'
import { createLiveDatabases, type LiveDatabases } from './workflow/live-database.ts'
import { createLiveVolumes, type LiveVolumes } from './workflow/live-volume.ts'
import { createPrepareCommand, type PrepareCommand } from './workflow/prepare-command.ts'
import { createProgramRecords } from './workflow/programs/program-records.ts'
import { createSweepPoller } from './workflow/reconcile/sweep-poller.ts'
import { createRunInRelease, type RunInRelease } from './workflow/run-in-release.ts'
import { createRuntimes } from './workflow/runtimes.ts'
import { createDeploySources } from './workflow/sources/create-deploy-sources.ts'

export { addCommitStatusWarning } from './report-commit-status.ts'
export {
  databaseContainerName,
  labelNames,
  labelsOf,
  networkName,
  restoreContainerName,
  volumeName,
} from './server-names.policy.ts'
export { versionOf } from './workflow/database-container.ts'
export { type DatabaseAccess, engineOf } from './workflow/database-engines.ts'
export type {
  BackUpFirst,
  DataRuntimes,
  DeploySettings,
  MoveData,
  MovedData,
  Runtimes,
} from './workflow/deploy-ports.ts'
export type { EngineImage, LiveDatabase, LiveDatabases } from './workflow/live-database.ts'
export type { LiveVolume, LiveVolumes } from './workflow/live-volume.ts'
export type { PrepareCommand, PreparedCommand } from './workflow/prepare-command.ts'
export type { ProgramRecords } from './workflow/programs/program-ports.ts'
export { maxProgramTakeovers, runProgram } from './workflow/programs/run-program.ts'
export { explainRemote } from './workflow/remote-failure.ts'
export type { RunInRelease } from './workflow/run-in-release.ts'

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
    wantedProxy,
  })
}
