/**
 * Ports of everything that runs on servers. The real implementations are the server's runtime over SSH and the rows in
 * PostgreSQL. The simulation implements them in memory.
 */
import type { DataRuntime, LoadedConfiguration, OnOutput, RegistryCredential, Runtime } from '@longshore/remote/runtime'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { StepContext } from '../../platform/durable/workflow.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { AttachedHostname } from '../environments/index.ts'
import type { ServiceKind } from '../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../environments/services.schemas.ts'
import type { VariableScope } from '../environments/variables.schemas.ts'
import type { DeployedCommit, FrozenService } from './release.schemas.ts'
import type { VolumeOf } from './server-names.policy.ts'
import type { NamedVolume } from './service-data.repository.ts'

/** The configuration that a proxy has loaded, with its version. */
export type LoadedProxy = LoadedConfiguration & { readonly version: number }

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
  readonly scope: VariableScope
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
    composeProfiles: readonly string[]
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

export interface DeployLog {
  /** Opens a writer for the deployment's stream. It writes in chunks, masks secrets, and flushes when disposed. */
  open(context: Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>, step: string): DeployLogWriter
}

export interface DeployLogWriter extends AsyncDisposable {
  readonly write: OnOutput
  /** Writes a line of our own. */
  writeLine(line: string): Promise<void>
  mask(secrets: Iterable<Secret>): void
  /** Masks secrets in the text of an error. */
  redact(text: string): string
}

/**
 * Access to the rows of what runs. Functions with `tx` run inside `context.record` or `context.write`; the others open
 * their own transaction.
 */
export interface WorkloadRecords {
  desired(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<DesiredState>
  release(organizationId: OrganizationId, id: Id<'rel'>): Promise<Release>
  /**
   * Lists releases that were live and still have their images, newest first, except the one of the given deployment.
   */
  otherReleases(organizationId: OrganizationId, environmentId: Id<'env'>, except: Id<'dep'> | null): Promise<Release[]>
  /** Opens values of variable versions. They stay in the worker's memory and never go into an output. */
  openVariables(
    organizationId: OrganizationId,
    ids: readonly Id<'var'>[],
  ): Promise<
    ReadonlyMap<Id<'var'>, { key: string; value: Secret; isSecret: boolean; scope?: VariableScope; expand?: boolean }>
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
  /** Does the same for all volumes of these services, which include the owners of shared ones. */
  dataVolumes(
    organizationId: OrganizationId,
    services: readonly { readonly serviceId: Id<'svc'>; readonly name: string }[],
  ): Promise<VolumeOf>
  openRegistry(organizationId: OrganizationId, imageReference: string): Promise<RegistryCredential | null>
  /** Returns the hostnames that point to the environment on this server, for the proxy configuration. */
  hostnames(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
  ): Promise<{ hostname: string; service: string; tls: boolean }[]>
  /**
   * Returns all hostnames whose requests reach a service, including those that no probe can use. Redirecting ones are
   * left out.
   */
  attachedHostnames(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<AttachedHostname[]>
  /** Returns the whole configuration of a server's proxy, or null when it is current. */
  proxyConfiguration(
    organizationId: OrganizationId,
    serverId: Id<'srv'>,
  ): Promise<{ json: string; version: number } | null>
  markProxyLoaded(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>, loaded: LoadedProxy): Promise<void>
}

/** Clock for pauses. The simulation has its own. */
export interface WorkloadClock {
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
}
