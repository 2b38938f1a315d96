/** What a release freezes, and what the steps of a deployment hand to each other. Stored: only add fields, with defaults. */
import { z } from 'zod'
import { serviceKinds } from '../environments/service-kinds.schemas.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import { DeployedCommit } from './deployments.schemas.ts'

export const FrozenImage = z.object({
  /** `sha256:…` on the server: what containers are started from. */
  id: z.string(),
  /** How people know it: a tag of ours, or the reference that was given. */
  reference: z.string(),
  /** As the registry knows it. */
  digest: z.string().nullable(),
  /** Of what was built: the same hash is the same image. */
  contentHash: z.string().nullable(),
  architecture: z.string(),
  sizeBytes: z.number(),
  /** It was not on the server before this environment asked a registry for it. */
  isPulled: z.boolean().default(false),
})
export type FrozenImage = z.output<typeof FrozenImage>

export const FrozenService = z.object({
  serviceId: z.uuid(),
  name: z.string(),
  kind: z.enum(serviceKinds),
  configuration: ServiceConfiguration,
  /** Null for databases, whose image is that of their engine version. */
  image: FrozenImage.nullable(),
})
export type FrozenService = z.output<typeof FrozenService>

/** Output of `resolve-source`. `release`: nothing is built, a frozen one runs again. */
export const ResolvedSource = z.object({
  from: z.enum(['repository', 'images', 'release', 'none']),
  branch: z.string().nullable(),
  commit: DeployedCommit.nullable(),
})
export type ResolvedSource = z.output<typeof ResolvedSource>

/** How one image is built; several services may name it by `key`. */
export const ImageBuild = z.object({
  key: z.string(),
  /** Over everything that can change the image: the files of the context, Dockerfile, arguments, versions of build secrets. */
  contentHash: z.string(),
  context: z.string(),
  /** Path in the repository, or the generated text. */
  dockerfile: z.union([z.object({ path: z.string() }), z.object({ text: z.string(), ignore: z.string() })]),
  target: z.string().nullable(),
  /** Keys of build-scoped variables that the build gets. */
  arguments: z.array(z.string()),
  secrets: z.array(z.string()),
  /** Images that it begins with, as the Dockerfile names them: their registries may want a credential. */
  bases: z.array(z.string()).optional(),
  /** Set: the Dockerfile makes a plan of Railpack, which is what the image is built from. */
  railpack: z.object({ variablesHash: z.string() }).optional(),
})
export type ImageBuild = z.output<typeof ImageBuild>

/** Output of `fetch-source`: what the repository itself says, and the images that it needs. */
export const FetchedPlan = z.object({
  builds: z.array(ImageBuild),
  /** Of each service with a build: the key of its image. */
  buildOf: z.record(z.string(), z.string()),
  /** Fields of services that longshore.yaml or the compose file decides, by service. */
  fromFile: z.record(z.string(), z.record(z.string(), z.unknown())),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
})
export type FetchedPlan = z.output<typeof FetchedPlan>

export const PlannedImage = z.discriminatedUnion('do', [
  z.object({ do: z.literal('build'), key: z.string(), contentHash: z.string() }),
  z.object({ do: z.literal('pull'), reference: z.string() }),
  /** There already: unchanged content, or a frozen release. */
  z.object({ do: z.literal('reuse'), image: FrozenImage }),
  z.object({ do: z.literal('share'), service: z.string() }),
  /** Databases. */
  z.object({ do: z.literal('engine'), reference: z.string() }),
])
export type PlannedImage = z.output<typeof PlannedImage>

export const PlannedService = z.object({
  serviceId: z.uuid(),
  name: z.string(),
  kind: z.enum(serviceKinds),
  configuration: ServiceConfiguration,
  image: PlannedImage,
  /** stop-first: it cannot run twice (it has volumes), so the old one is stopped before the new one starts: a brief stop. */
  start: z.enum(['beside', 'stop-first']),
})
export type PlannedService = z.output<typeof PlannedService>

/** Output of `plan`: all that follows is decided here. */
export const DeploymentPlan = z.object({
  services: z.array(PlannedService),
  /** Ids of the versions of variables, with the service each is for; null: all. */
  variables: z.array(z.object({ id: z.uuid(), key: z.string(), service: z.string().nullable() })),
  /** Hostname that probes send to a service without one of its own. */
  hostname: z.string(),
  /** By service; runs that began before it existed have none. */
  hostnames: z.record(z.string(), z.array(z.string())).default({}),
  /** The release that has the traffic now. */
  previous: z.object({ deploymentId: z.uuid(), releaseId: z.uuid() }).nullable(),
  /** The environment moves: the old containers are on this server. */
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
  databases: z.array(z.object({ serviceId: z.uuid(), name: z.string(), container: z.string() })),
})
export type ReadyServices = z.output<typeof ReadyServices>

export const StartedContainer = z.object({
  service: z.string(),
  slot: z.int(),
  name: z.string(),
  id: z.string(),
  address: z.string(),
})
export type StartedContainer = z.output<typeof StartedContainer>

/** Output of `start-release`. `stopped`: old containers that had to make room; an undo starts them again. */
export const StartedRelease = z.object({ containers: z.array(StartedContainer), stopped: z.array(z.string()) })
export type StartedRelease = z.output<typeof StartedRelease>

/** Output of `switch-traffic`. */
export const Switched = z.object({ previous: z.string().nullable() })
export type Switched = z.output<typeof Switched>

/** Output of steps that leave nothing to read. */
export const Nothing = z.object({})
export type Nothing = z.output<typeof Nothing>
