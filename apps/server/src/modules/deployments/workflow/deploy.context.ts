/**
 * Ports of the deployment steps. The real implementations are the server's runtime over SSH, the rows in PostgreSQL,
 * and Git. The simulation implements all three in memory and runs the same steps.
 */
import type { Allowances } from '@longshore/remote/runtime'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { DeployedCommit } from '../../workloads/release.schemas.ts'
import type {
  AdoptStack,
  BackUpFirst,
  DeployLog,
  DesiredState,
  MoveData,
  ProgramRecords,
  Release,
  Runtimes,
  WorkloadClock,
  WorkloadRecords,
} from '../../workloads/worker.ts'
import type { FetchedPlan, ImageBuild } from '../deployment-plan.schemas.ts'
import type { DeploySubject } from '../deployments.references.ts'
import type { Rehearsals } from './rehearsal.context.ts'

export type DeployContext = StepContext<DeploySubject>

export interface DeployDeps {
  readonly runtimes: Runtimes
  readonly records: DeploymentRecords
  readonly sources: DeploySources
  readonly log: DeployLog
  /** Records of one-off programs such as release commands. */
  readonly programs: ProgramRecords
  readonly settings: DeploySettings
  /** Returns when the database is backed up, and throws when that fails. */
  readonly backUpFirst?: BackUpFirst
  /** Without it, data can't be moved between servers. */
  readonly moveData?: MoveData
  /** Without it, no environment takes over what already runs. */
  readonly adoptStack?: AdoptStack
  /** Without it, release commands run without a rehearsal. */
  readonly rehearsals?: Rehearsals
  readonly clock: WorkloadClock
}

export interface DeploySettings {
  /** Label value on everything that we create on servers. */
  readonly instance: string
  readonly networkPool: { base: string; prefix: number }
  /** Number of releases whose images are retained, in addition to the live one. */
  readonly keepReleases: number
  readonly buildTimeMs: number
  readonly buildOutputBytes: number
  readonly buildPids: number
  readonly diskReserveBytes: number
  /** Memory reserved for running services while something is built there. */
  readonly memoryReserveBytes: number
}

export interface DeploymentRecord {
  readonly id: Id<'dep'>
  readonly number: number
  readonly environmentId: Id<'env'>
  readonly projectId: Id<'prj'>
  readonly trigger: string
  readonly branch: string | null
  readonly requestedCommit: string | null
  readonly givenImages: Readonly<Record<string, string>> | null
  readonly clearCache: boolean
  /** Release to run for a rollback, a redeployment of a frozen release, or a promotion. */
  readonly releaseId: Id<'rel'> | null
  readonly switchedAt: Date | null
  /** Once live, nothing is undone. */
  readonly isLive: boolean
}

/** Why an environment gets no parts of a server, whatever its operator allows there. */
export type GrantlessReason = 'preview' | 'template'

/**
 * Access to rows. Functions with `tx` run inside `context.record` or `context.write`; the others open their own
 * transaction.
 */
export interface DeploymentRecords extends WorkloadRecords {
  deployment(organizationId: OrganizationId, id: Id<'dep'>): Promise<DeploymentRecord>
  /** Returns what the containers of an environment can use of the server now. */
  allowances(of: {
    organizationId: OrganizationId
    environmentId: Id<'env'>
    serverId: Id<'srv'>
  }): Promise<{ grantless: GrantlessReason | null; serverName: string; allowed: Allowances }>
  /** Lists deployments of the environment that were requested later. They own what they started. */
  newerDeployments(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
    than: Id<'dep'>,
  ): Promise<readonly Id<'dep'>[]>
  /** Marks the environment as stopped, so it runs no jobs and no commands, or ends that. */
  markStopped(tx: Tx, context: Pick<DeployContext, 'run'>, isStopped: boolean): Promise<void>
  saveCommit(tx: Tx, context: DeployContext, commit: DeployedCommit | null, branch: string | null): Promise<void>
  /** Saves what longshore.yaml or the compose file of the commit controls, so people can see it. */
  saveFile(tx: Tx, context: DeployContext, file: { commit: string; services: FetchedPlan['fromFile'] }): Promise<void>
  saveRelease(
    tx: Tx,
    context: DeployContext,
    release: Omit<Release, 'id' | 'deploymentId' | 'environmentId'>,
  ): Promise<void>
  addWarnings(tx: Tx, context: DeployContext, warnings: readonly { code: string; message: string }[]): Promise<void>
  markSwitched(tx: Tx, context: DeployContext, fence: number): Promise<void>
  /** Marks that the switch was reverted, so the previous deployment is live again. */
  markReturned(tx: Tx, context: Pick<DeployContext, 'run'>): Promise<void>
  /** Marks this deployment as live, retires the previous one, and updates the environment. */
  markLive(tx: Tx, context: DeployContext): Promise<void>
  markImagesRemoved(tx: Tx, organizationId: OrganizationId, releaseIds: readonly Id<'rel'>[]): Promise<void>
  /**
   * Ensures that routes for the services exist on this server. If the proxy has an older configuration, it is loaded
   * through `proxyConfiguration`.
   */
  ensureRoutes(tx: Tx, context: DeployContext, services: readonly { name: string; replicas: number }[]): Promise<void>
}

export interface DeploySources {
  resolve(
    organizationId: OrganizationId,
    projectId: Id<'prj'>,
    wanted: { branch: string | null; commit: string | null },
    signal: AbortSignal,
  ): Promise<{ branch: string | null; commit: DeployedCommit }>
  /** Fetches the commit, reads longshore.yaml or the compose file, and returns how to build each image. */
  plan(
    organizationId: OrganizationId,
    desired: DesiredState,
    commit: DeployedCommit,
    signal: AbortSignal,
  ): Promise<FetchedPlan>
  /**
   * Returns a folder with the checkout, and the Dockerfile outside of it. Fetches the commit again if this worker
   * doesn't have it. Disposing removes the folder.
   */
  checkout(
    organizationId: OrganizationId,
    projectId: Id<'prj'>,
    wanted: { sha: string; build: ImageBuild },
    signal: AbortSignal,
  ): Promise<AsyncDisposable & { contextDirectory: string; dockerfile: string }>
}
