/**
 * Ports of the deployment steps. The real implementations are the server's runtime over SSH, the rows in PostgreSQL,
 * and Git. The simulation implements all three in memory and runs the same steps.
 */
import type { DataRuntime, LoadedConfiguration, OnOutput, RegistryCredential, Runtime } from '@longshore/remote/runtime'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { ProgramRecords } from '../../workloads/programs/program-ports.context.ts'
import type { VolumeOf } from '../../workloads/server-names.policy.ts'
import type { NamedVolume } from '../../workloads/service-data.repository.ts'
import type { FetchedPlan, FrozenService, ImageBuild } from '../deployment-plan.schemas.ts'
import type { DeploySubject } from '../deployment-workflows.ts'
import type { DeployedCommit } from '../deployments.schemas.ts'

/** What a proxy has loaded, with the version of its configuration. */
export type LoadedProxy = LoadedConfiguration & { readonly version: number }

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
  /** Clock for pauses between probes and the stability window. The simulation has its own. */
  readonly clock: { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> }
}

/** `heldBy` is the run that waits for it. */
export type BackUpFirst = (
  database: {
    organizationId: OrganizationId
    environmentId: Id<'env'>
    serviceId: Id<'svc'>
    name: string
    heldBy: Id<'run'>
  },
  signal: AbortSignal,
) => Promise<void>

/** Data to move: a database, or one volume of an app. */
export type MovedData = { readonly serviceId: Id<'svc'>; readonly service: string } & (
  | { readonly kind: 'database'; readonly volume: null; readonly reference: string }
  | { readonly kind: 'volume'; readonly volume: string }
)

interface MovePlace {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly toServerId: Id<'srv'>
}

export interface MoveData {
  /**
   * When it returns, all data is on the new server and was compared with the old one. A retry continues with the rest.
   */
  copy(
    move: MovePlace & {
      readonly fromServerId: Id<'srv'>
      readonly data: readonly MovedData[]
      readonly context: Pick<DeployContext, 'run' | 'write' | 'signal'>
      say(line: string): Promise<void>
    },
  ): Promise<void>
  /** Removes what this deployment moved to the new server, with the containers that use it. */
  discard(move: MovePlace & { readonly context: Pick<DeployContext, 'run' | 'signal'> }): Promise<void>
}

export interface Runtimes {
  /** Keeps the connection to the server open while `work` uses it. */
  use<Result>(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    work: (runtime: Runtime) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>
}

/** Runtimes that can also pipe data through containers. */
export interface DataRuntimes {
  use<Result>(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    work: (runtime: Runtime & DataRuntime) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>
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

export interface DesiredService {
  readonly id: Id<'svc'>
  readonly name: string
  readonly kind: ServiceKind
  readonly configuration: ServiceConfiguration
  readonly ownedByFile: readonly string[]
}

export interface DesiredVariable {
  readonly id: Id<'var'>
  readonly key: string
  readonly scope: 'build' | 'runtime' | 'both'
  /** Null for all services. */
  readonly service: string | null
  readonly isSecret: boolean
}

export interface DesiredState {
  readonly organizationId: OrganizationId
  readonly environment: { id: Id<'env'>; name: string; slug: string; branch: string | null }
  readonly project: {
    id: Id<'prj'>
    source: 'repository' | 'image' | 'compose'
    rootDirectory: string
  }
  readonly services: readonly DesiredService[]
  readonly variables: readonly DesiredVariable[]
  /** The release that receives traffic. */
  readonly live: {
    deploymentId: Id<'dep'>
    releaseId: Id<'rel'>
    serverId: Id<'srv'> | null
    /** True when it was stopped on purpose: nothing runs, and nothing receives traffic. */
    isStopped: boolean
    services: readonly FrozenService[]
  } | null
}

export interface Release {
  readonly id: Id<'rel'>
  readonly deploymentId: Id<'dep'>
  readonly environmentId: Id<'env'>
  readonly serverId: Id<'srv'> | null
  readonly architecture: string | null
  readonly branch: string | null
  readonly commit: DeployedCommit | null
  readonly services: readonly FrozenService[]
  readonly variables: readonly { id: Id<'var'>; key: string; service: string | null }[]
}

/**
 * Access to rows. Functions with `tx` run inside `context.record` or `context.write`; the others open their own
 * transaction.
 */
export interface DeploymentRecords {
  deployment(organizationId: OrganizationId, id: Id<'dep'>): Promise<DeploymentRecord>
  desired(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<DesiredState>
  release(organizationId: OrganizationId, id: Id<'rel'>): Promise<Release>
  /**
   * Lists releases that were live and still have their images, newest first, except the one of the given deployment.
   */
  otherReleases(organizationId: OrganizationId, environmentId: Id<'env'>, except: Id<'dep'> | null): Promise<Release[]>
  /** Lists deployments of the environment that were requested later. They own what they started. */
  newerDeployments(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
    than: Id<'dep'>,
  ): Promise<readonly Id<'dep'>[]>
  /** Marks the environment as stopped, so it runs no jobs and no commands, or ends that. */
  markStopped(tx: Tx, context: Pick<DeployContext, 'run'>, isStopped: boolean): Promise<void>
  /** Opens values of variable versions. They stay in the worker's memory and never go into an output. */
  openVariables(
    organizationId: OrganizationId,
    ids: readonly Id<'var'>[],
  ): Promise<
    ReadonlyMap<Id<'var'>, { key: string; value: Secret; isSecret: boolean; scope?: 'build' | 'runtime' | 'both' }>
  >
  openCredentials(
    organizationId: OrganizationId,
    serviceId: Id<'svc'>,
  ): Promise<{ username: string; databaseName: string; password: Secret }>
  /**
   * Returns the volume that holds a service's data now. It is never frozen, because a release that runs again must not
   * bring back old data. `used` is the volume of the current container; it applies while a restore of the control plane
   * waits for confirmation.
   */
  dataVolume(organizationId: OrganizationId, of: NamedVolume, used: string | null): Promise<string>
  /** Does the same for all volumes of these services. */
  dataVolumes(organizationId: OrganizationId, services: readonly { readonly serviceId: string }[]): Promise<VolumeOf>
  openRegistry(organizationId: OrganizationId, imageReference: string): Promise<RegistryCredential | null>
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
  /** Returns the hostnames that point to the environment on this server, for the proxy configuration. */
  hostnames(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
  ): Promise<{ hostname: string; service: string; tls: boolean }[]>
  /**
   * Returns all hostnames whose requests reach a service, including those that no probe can use. Redirecting ones are
   * left out.
   */
  attachedHostnames(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
  ): Promise<{ hostname: string; service: string }[]>
  /**
   * Ensures that routes for the services exist on this server. If the proxy has an older configuration, it is loaded
   * through `proxyConfiguration`.
   */
  ensureRoutes(tx: Tx, context: DeployContext, services: readonly { name: string; replicas: number }[]): Promise<void>
  /** Returns the whole configuration of a server's proxy, or null when it is current. */
  proxyConfiguration(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
  ): Promise<{ json: string; version: number } | null>
  markProxyLoaded(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>, loaded: LoadedProxy): Promise<void>
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

export interface DeployLog {
  /**
   * Text goes to the deployment's stream in chunks, with secrets masked; disposing flushes. `secrets` are masked from
   * then on.
   */
  open(context: Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>, step: string): DeployLogWriter
}

export interface DeployLogWriter extends AsyncDisposable {
  readonly write: OnOutput
  /** Writes a line of our own. */
  say(line: string): Promise<void>
  mask(secrets: Iterable<Secret>): void
  /** Masks secrets in text that goes into an error. */
  redact(text: string): string
}
