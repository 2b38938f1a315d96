import type { GitSource } from '@longshore/source/git'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { RunError } from '../../platform/durable/permanent-error.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { WorkerSettings } from '../../settings.ts'
import type { Sources } from '../git-providers/worker.ts'
import {
  type AdoptStack,
  type BackUpFirst,
  createDeployLog,
  type MoveData,
  type Workloads,
} from '../workloads/worker.ts'
import { createDeployableCalls } from './calls/deployable.call.ts'
import { findDeployment } from './deployments.repository.ts'
import { createScheduledDeploymentsPoller } from './scheduled/scheduled-deployments.poller.ts'
import { createDeploySources } from './sources/create-deploy-sources.remote.ts'
import { createReadRepository } from './sources/read-repository.remote.ts'
import type { DeployDeps, DeploymentRecords, DeploySettings } from './workflow/deploy.context.ts'
import { type DeployHooks, deployHooks } from './workflow/deploy.hooks.ts'
import { createDeploy } from './workflow/deploy.workflow.ts'
import { subjectOf } from './workflow/deploy-step.context.ts'
import { createDeploymentRecords, type IsFromElsewhere } from './workflow/deployment-records.context.ts'
import { createRehearsals, type Rehearse } from './workflow/rehearsal.context.ts'

export { addCommitStatusWarning } from './report-commit-status.action.ts'
export type { DeployDeps, DeploymentRecords } from './workflow/deploy.context.ts'
export { createRebuildSteps } from './workflow/deploy.workflow.ts'
export type { Rehearse } from './workflow/rehearsal.context.ts'

export interface DeploymentsWorkerOptions {
  database: Database
  log: Log
  workloads: Workloads
  sources: Sources
  git: GitSource
  ensureRoutes: DeploymentRecords['ensureRoutes']
  isFromElsewhere: IsFromElsewhere
  /** Label value on everything that we create on servers. */
  instance: string
  settings: Pick<
    WorkerSettings,
    | 'BUILD_OUTPUT_BYTES'
    | 'BUILD_PIDS'
    | 'BUILD_TIMEOUT_SECONDS'
    | 'KEEP_RELEASES'
    | 'NETWORK_POOL'
    | 'SERVER_DISK_RESERVE_BYTES'
    | 'SERVER_MEMORY_RESERVE_BYTES'
  >
  /** Called in the transaction that ends a deployment, whatever its result. Publishes nothing. */
  afterEnd(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void>
  /** Called before a database changes its image. */
  backUpFirst: BackUpFirst
  /** Runs release commands on copies of databases. */
  rehearse: Rehearse
  /** Takes over containers that ran before Longshore. */
  adoptStack: AdoptStack
  /** Called in the transaction that ends a deployment. Publishes nothing. */
  endAdoption(tx: Tx, organizationId: OrganizationId, ended: EndedDeployment): Promise<void>
  /** Moves environments with data to another server. */
  moveData: MoveData
  /** Called in the transaction that ends a deployment that wasn't superseded. Publishes nothing. */
  endMove(tx: Tx, organizationId: OrganizationId, at: { environmentId: Id<'env'>; runId: string }): Promise<void>
}

interface EndedDeployment {
  environmentId: Id<'env'>
  deploymentId: Id<'dep'>
  switchedAt: Date | null
  error: RunError | null
}

export interface DeploymentsWorker extends AsyncDisposable {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  /** Background loops that aren't started yet. */
  loops: BackgroundLoop[]
  /** For rehearsals, which run the steps of a deployment with ports of their own. */
  ports: DeployDeps
}

export function createDeploymentsWorker(options: DeploymentsWorkerOptions): DeploymentsWorker {
  const { database, workloads, ensureRoutes, isFromElsewhere, backUpFirst, moveData, adoptStack } = options
  const { runtimes, programs, clock } = workloads
  const sources = createDeploySources(options)
  const records = createDeploymentRecords({ database, workloads: workloads.records, ensureRoutes, isFromElsewhere })
  const log = createDeployLog()
  const settings = deploySettings(options)
  const ports = { backUpFirst, moveData, adoptStack, rehearsals: createRehearsals(options) }
  const deps = { runtimes, sources, settings, records, log, programs, clock, ...ports }
  return {
    workflows: [createDeploy(deps, hooksWith(options))],
    calls: createDeployableCalls(createReadRepository(options)),
    loops: [createScheduledDeploymentsPoller(options)],
    ports: deps,
    [Symbol.asyncDispose]: () => sources[Symbol.asyncDispose](),
  }
}

function deploySettings({ settings, instance }: DeploymentsWorkerOptions): DeploySettings {
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

function hooksWith({
  afterEnd,
  endMove,
  endAdoption,
}: Pick<DeploymentsWorkerOptions, 'afterEnd' | 'endMove' | 'endAdoption'>): DeployHooks {
  return {
    ...deployHooks,
    async onFinish(tx, run, end) {
      const { organizationId, environmentId, deploymentId } = subjectOf({ run })
      await afterEnd(tx, organizationId, environmentId)
      const switchedAt = (await findDeployment(tx, organizationId, { id: deploymentId }))?.switched_at ?? null
      await endAdoption(tx, organizationId, { environmentId, deploymentId, switchedAt, error: end.error })
      // When superseded, the newer deployment moves the data instead.
      if (end.status !== 'superseded') await endMove(tx, organizationId, { environmentId, runId: run.id })
      await deployHooks.onFinish?.(tx, run, end)
    },
  }
}
