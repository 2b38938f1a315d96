/**
 * Describes a stack that runs on a server, independent of how it was found: a compose project today, another platform's app later. Values
 * of variables are in here, so it never leaves the worker.
 */
export interface RunningStack {
  readonly name: string
  readonly services: readonly RunningService[]
  /** Volumes and folders that running containers outside of the stack can write to. */
  readonly writtenElsewhere: readonly string[]
}

export interface RunningService {
  readonly name: string
  /** Replicas; the first one describes them all. */
  readonly containers: readonly RunningContainer[]
  readonly image: RunningImage
  /** Differences from the image. Null or empty: as in the image. */
  readonly command: readonly string[] | null
  readonly entrypoint: readonly string[] | null
  readonly user: string | null
  readonly workingDirectory: string | null
  readonly stopSignal: string | null
  readonly healthCheck: RunningHealthCheck | null
  readonly environment: readonly (readonly [key: string, value: string])[]
  readonly ports: readonly RunningPort[]
  /** TCP ports that the image or the container exposes without publishing them. */
  readonly exposed: readonly number[]
  readonly mounts: readonly RunningMount[]
  readonly memoryFolders: readonly { readonly path: string; readonly options: string }[]
  readonly memoryBytes: number | null
  readonly cpus: number | null
  readonly pids: number | null
  readonly sharedMemoryBytes: number | null
  readonly isReadOnly: boolean
  readonly hasInit: boolean
  readonly ulimits: readonly { readonly name: string; readonly soft: number; readonly hard: number }[]
  readonly sysctls: Readonly<Record<string, string>>
  readonly stopGraceSeconds: number
  readonly dependsOn: readonly string[]
  readonly aliases: readonly string[]
  readonly hazards: readonly Hazard[]
}

export interface RunningContainer {
  readonly id: string
  readonly isRunning: boolean
  readonly restart: { readonly name: string; readonly retries: number }
  readonly address: string | null
}

export interface RunningImage {
  readonly id: string
  /** Name that the container was created with. */
  readonly reference: string
  /** `name@sha256:…` if it came from a registry. */
  readonly digest: string | null
}

export interface RunningHealthCheck {
  readonly command: string | readonly string[]
  readonly intervalSeconds: number
  readonly timeoutSeconds: number
  readonly retries: number
  readonly startPeriodSeconds: number
}

export interface RunningPort {
  readonly container: number
  readonly published: number | null
  readonly protocol: string
}

export interface RunningMount {
  readonly kind: 'volume' | 'bind'
  /** Name of the volume, or folder of the server. Containers with the same source share its data. */
  readonly source: string
  readonly path: string
  readonly isReadOnly: boolean
}

/** Settings that no container of Longshore has. */
export type Hazard =
  | 'privileged'
  | 'host_network'
  | 'host_namespace'
  | 'shared_network'
  | 'docker_socket'
  | 'devices'
  | 'capabilities'
  | 'system_mount'
  | 'extra_hosts'
  | 'image_gone'

/** Whether one is the other, or a folder in it. */
export function isSameData(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

export function isRunning({ containers }: Pick<RunningService, 'containers'>): boolean {
  return containers.some((each) => each.isRunning)
}
