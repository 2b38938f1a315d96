/**
 * What the steps of a deployment know of the world: three ports. The real ones are the server's runtime over SSH, the rows
 * in PostgreSQL and git; the simulation has all three in memory and runs the same steps.
 */
import type { DataRuntime, LoadedConfiguration, OnOutput, RegistryCredential, Runtime } from '@longshore/remote/runtime'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { DeploySubject } from '../deployment-workflows.ts'
import type { DeployedCommit } from '../deployments.schemas.ts'
import type { FetchedPlan, FrozenService, ImageBuild } from '../release.schemas.ts'
import type { VolumeOf } from '../server-names.policy.ts'
import type { NamedVolume } from '../service-data.repository.ts'
import type { ProgramRecords } from './programs/program-ports.ts'

/** What a proxy has, by the version that it was compiled as. */
export type LoadedProxy = LoadedConfiguration & { readonly version: number }

export type DeployContext = StepContext<DeploySubject>

export interface DeployDeps {
  readonly runtimes: Runtimes
  readonly records: DeploymentRecords
  readonly sources: DeploySources
  readonly log: DeployLog
  /** Of programs that run once: release commands. */
  readonly programs: ProgramRecords
  readonly settings: DeploySettings
  /** Returns when the database is backed up; throws when that cannot be. */
  readonly backUpFirst?: BackUpFirst
  /** Left out: data is not moved between servers. */
  readonly moveData?: MoveData
  /** For pauses between probes and the stability window; the simulation has a clock of its own. */
  readonly clock: { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> }
}

/** `heldBy`: the run that waits for it. */
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

/** What of a service is to be moved: the data of a database, or one volume of an app. */
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
  /** All of it is on the new server, compared with what the old one has, when it returns. Done again, it goes on with what is left. */
  copy(
    move: MovePlace & {
      readonly fromServerId: Id<'srv'>
      readonly data: readonly MovedData[]
      readonly context: Pick<DeployContext, 'run' | 'write' | 'signal'>
      say(line: string): Promise<void>
    },
  ): Promise<void>
  /** What this deployment brought to the new server is gone from there, with the containers that use it. */
  discard(move: MovePlace & { readonly context: Pick<DeployContext, 'run' | 'signal'> }): Promise<void>
}

export interface Runtimes {
  /** The server's connection stays open while `work` uses it. */
  use<Result>(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    work: (runtime: Runtime) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>
}

/** With containers whose content is piped. */
export interface DataRuntimes {
  use<Result>(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
    work: (runtime: Runtime & DataRuntime) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>
}

export interface DeploySettings {
  /** On everything that we make on servers. */
  readonly instance: string
  readonly networkPool: { base: string; prefix: number }
  /** Releases whose images are kept, the live one not counted. */
  readonly keepReleases: number
  readonly buildTimeMs: number
  readonly buildOutputBytes: number
  readonly buildPids: number
  readonly diskReserveBytes: number
  /** Left for what runs on the server while something is built there. */
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
  /** Of a rollback, redeploy of a frozen one, or promotion: the release to run. */
  readonly releaseId: Id<'rel'> | null
  readonly switchedAt: Date | null
  /** From then on nothing of it is undone. */
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
  /** Null: all services. */
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
  /** The one with the traffic. */
  readonly live: {
    deploymentId: Id<'dep'>
    releaseId: Id<'rel'>
    serverId: Id<'srv'> | null
    /** On purpose: nothing of it runs, and nothing gets its traffic. */
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

/** Rows. Those with `tx` run inside `context.record` or `context.write`; the others read by themselves. */
export interface DeploymentRecords {
  deployment(organizationId: OrganizationId, id: Id<'dep'>): Promise<DeploymentRecord>
  desired(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<DesiredState>
  release(organizationId: OrganizationId, id: Id<'rel'>): Promise<Release>
  /** Those that were live and have their images still, newest first, without that of the given deployment. */
  otherReleases(organizationId: OrganizationId, environmentId: Id<'env'>, except: Id<'dep'> | null): Promise<Release[]>
  /** Those of the environment that were asked for after the given one: what they started is theirs. */
  newerDeployments(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
    than: Id<'dep'>,
  ): Promise<readonly Id<'dep'>[]>
  /** The environment is away on purpose: no jobs, no commands. Or not any more. */
  markStopped(tx: Tx, context: Pick<DeployContext, 'run'>, isStopped: boolean): Promise<void>
  /** Values of versions of variables, opened. Only in the worker's memory, never in an output. */
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
   * Which volume holds a service's data now; never frozen, since a release that runs again must not bring old data back.
   * `used`: the one that its container has now. It counts while a restore of the control plane waits for a person.
   */
  dataVolume(organizationId: OrganizationId, of: NamedVolume, used: string | null): Promise<string>
  /** The same, of all volumes of these services. */
  dataVolumes(organizationId: OrganizationId, services: readonly { readonly serviceId: string }[]): Promise<VolumeOf>
  openRegistry(organizationId: OrganizationId, imageReference: string): Promise<RegistryCredential | null>
  saveCommit(tx: Tx, context: DeployContext, commit: DeployedCommit | null, branch: string | null): Promise<void>
  /** What longshore.yaml or the compose file of the commit decides, so that people see it. */
  saveFile(tx: Tx, context: DeployContext, file: { commit: string; services: FetchedPlan['fromFile'] }): Promise<void>
  saveRelease(
    tx: Tx,
    context: DeployContext,
    release: Omit<Release, 'id' | 'deploymentId' | 'environmentId'>,
  ): Promise<void>
  addWarnings(tx: Tx, context: DeployContext, warnings: readonly { code: string; message: string }[]): Promise<void>
  markSwitched(tx: Tx, context: DeployContext, fence: number): Promise<void>
  /** The switch was taken back: the previous one is live again. */
  markReturned(tx: Tx, context: Pick<DeployContext, 'run'>): Promise<void>
  /** This one is live, the one before it retired, the environment points to it. */
  markLive(tx: Tx, context: DeployContext): Promise<void>
  markImagesRemoved(tx: Tx, organizationId: OrganizationId, releaseIds: readonly Id<'rel'>[]): Promise<void>
  /** The hostnames that lead to the environment on this server, so that the proxy can be given its configuration. */
  hostnames(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
  ): Promise<{ hostname: string; service: string; tls: boolean }[]>
  /** All hostnames whose requests reach a service, also those that no probe can ask; those that redirect are left out. */
  attachedHostnames(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
  ): Promise<{ hostname: string; service: string }[]>
  /** Rows of routes for the services exist on this server; the proxy is loaded by `proxyConfiguration` when it has an older one. */
  ensureRoutes(tx: Tx, context: DeployContext, services: readonly { name: string; replicas: number }[]): Promise<void>
  /** The whole configuration of a server's proxy; null: it has the newest. */
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
  /** Fetches, reads longshore.yaml or compose, and says how each image is built. */
  plan(
    organizationId: OrganizationId,
    desired: DesiredState,
    commit: DeployedCommit,
    signal: AbortSignal,
  ): Promise<FetchedPlan>
  /** A folder with the checkout and the Dockerfile outside of it; fetched again when this worker does not have it. Disposing removes it. */
  checkout(
    organizationId: OrganizationId,
    projectId: Id<'prj'>,
    wanted: { sha: string; build: ImageBuild },
    signal: AbortSignal,
  ): Promise<AsyncDisposable & { contextDirectory: string; dockerfile: string }>
}

export interface DeployLog {
  /** Text goes to the deployment's stream in chunks, masked; disposing flushes. `secrets` are masked from then on. */
  open(context: Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>, step: string): DeployLogWriter
}

export interface DeployLogWriter extends AsyncDisposable {
  readonly write: OnOutput
  /** A line of our own. */
  say(line: string): Promise<void>
  mask(secrets: Iterable<Secret>): void
  /** For what goes into an error. */
  redact(text: string): string
}
