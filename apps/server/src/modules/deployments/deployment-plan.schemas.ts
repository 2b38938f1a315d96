/** The outputs that deployment steps pass on. Stored, so only add fields, with defaults. */
import { z } from 'zod'
import { storedId } from '../../platform/ids/stored-id.ts'
import { serviceKinds } from '../environments/service-kinds.schemas.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import { DeployedCommit, FrozenImage, StartedContainer } from '../workloads/release.schemas.ts'

/**
 * Output of `resolve-source`. With `release`, nothing is built and a frozen release runs again. With `rebuild`, it runs again,
 * but its images are lost and come from its commit and its registries.
 */
export const ResolvedSource = z.object({
  from: z.enum(['repository', 'images', 'release', 'rebuild', 'none']),
  branch: z.string().nullable(),
  commit: DeployedCommit.nullable(),
})
export type ResolvedSource = z.output<typeof ResolvedSource>

/** How to build one image. Several services can refer to it by `key`. */
export const ImageBuild = z.object({
  key: z.string(),
  /**
   * Covers everything that can change the image: context files, Dockerfile, arguments, and versions of build secrets.
   */
  contentHash: z.string(),
  context: z.string(),
  /** Path in the repository, or generated text. */
  dockerfile: z.union([z.object({ path: z.string() }), z.object({ text: z.string(), ignore: z.string() })]),
  target: z.string().nullable(),
  /** Keys of build-scoped variables that the build gets. */
  arguments: z.array(z.string()),
  secrets: z.array(z.string()),
  /** Base images in the Dockerfile. Their registries can require a credential. */
  bases: z.array(z.string()).optional(),
  /** Set when the Dockerfile runs Railpack to generate the plan that the image is built from. */
  railpack: z.object({ variablesHash: z.string() }).optional(),
})
export type ImageBuild = z.output<typeof ImageBuild>

/** Output of `fetch-source`: the configuration in the repository, and the images that it needs. */
export const FetchedPlan = z.object({
  builds: z.array(ImageBuild),
  /** Maps each service with a build to the key of its image. */
  buildOf: z.record(z.string(), z.string()),
  /** Fields of services that longshore.yaml or the compose file controls, by service. */
  fromFile: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Text of the files that services read from the repository, by path. */
  texts: z.record(z.string(), z.string()).default({}),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
})
export type FetchedPlan = z.output<typeof FetchedPlan>

export const PlannedImage = z.discriminatedUnion('do', [
  z.object({ do: z.literal('build'), key: z.string(), contentHash: z.string() }),
  z.object({ do: z.literal('pull'), reference: z.string() }),
  /** The image already exists: unchanged content, or a frozen release. */
  z.object({ do: z.literal('reuse'), image: FrozenImage }),
  z.object({ do: z.literal('share'), service: z.string() }),
  /** Uses the engine image of a database. */
  z.object({ do: z.literal('engine'), reference: z.string() }),
])
export type PlannedImage = z.output<typeof PlannedImage>

export const PlannedService = z.object({
  serviceId: storedId('svc'),
  name: z.string(),
  kind: z.enum(serviceKinds),
  configuration: ServiceConfiguration,
  /** Text of the repository's files that its containers get, by path in the repository. */
  texts: z.record(z.string(), z.string()).default({}),
  image: PlannedImage,
  /**
   * `stop-first` is for services with volumes, which can't run twice: the old container stops before the new one
   * starts, with a brief downtime.
   */
  start: z.enum(['beside', 'stop-first']),
})
export type PlannedService = z.output<typeof PlannedService>

/** Output of `plan`, which decides everything that follows. */
export const DeploymentPlan = z.object({
  services: z.array(PlannedService),
  /** Version IDs of variables, with the service each is for. Null means all services. */
  variables: z.array(z.object({ id: z.uuid(), key: z.string(), service: z.string().nullable() })),
  /** Hostname for probes of a service without its own. */
  hostname: z.string(),
  /** Hostnames by service. Runs that started before this field existed have none. */
  hostnames: z.record(z.string(), z.array(z.string())).default({}),
  /** The main URL of each service that has one. Runs that started before this field existed have none. */
  urls: z.array(z.object({ service: z.string(), url: z.string() })).default([]),
  /** The release that receives traffic now. */
  previous: z.object({ deploymentId: storedId('dep'), releaseId: storedId('rel') }).nullable(),
  /** Server with the old containers when the environment moves. */
  movesFrom: z.uuid().nullable(),
  limits: z.object({
    memoryBytes: z.number(),
    cpus: z.number(),
    pids: z.number(),
    timeMs: z.number(),
    outputBytes: z.number(),
    diskReserveBytes: z.number(),
  }),
})
export type DeploymentPlan = z.output<typeof DeploymentPlan>

/** Output of `build-image`. */
export const BuiltRelease = z.object({ images: z.record(z.string(), FrozenImage) })
export type BuiltRelease = z.output<typeof BuiltRelease>

/** Output of `ensure-services`. */
export const ReadyServices = z.object({
  network: z.string(),
  databases: z.array(z.object({ serviceId: storedId('svc'), name: z.string(), container: z.string() })),
})
export type ReadyServices = z.output<typeof ReadyServices>

/** Output of `start-release`. `stopped` lists old containers that had to make room; an undo starts them again. */
export const StartedRelease = z.object({ containers: z.array(StartedContainer), stopped: z.array(z.string()) })
export type StartedRelease = z.output<typeof StartedRelease>

/** Output of `switch-traffic`. */
export const Switched = z.object({ previous: z.string().nullable() })
export type Switched = z.output<typeof Switched>

/** Output of steps that return nothing. */
export const Nothing = z.object({})
export type Nothing = z.output<typeof Nothing>
