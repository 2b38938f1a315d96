/**
 * The container that we request. There is no field for what a service must not have, such as privileges. What only some
 * servers allow is in `grants`.
 */
export interface ContainerSpec {
  readonly name: string
  /** Without the instance label, which the runtime adds. */
  readonly labels: Readonly<Record<string, string>>
  /** Id of an image on the server. */
  readonly image: string
  /** A text is for the image's shell (`/bin/sh -c`); a list uses no shell; null uses the command of the image. */
  readonly command: string | readonly string[] | null
  /** Passed byte for byte, in this order. */
  readonly environment: readonly (readonly [key: string, value: string])[]
  /** Null for a container without a network. */
  readonly network: string | null
  /**
   * Names that a container without a network resolves to addresses of its own loopback, also for those beside it: the
   * last part of 127.0.0.x by name.
   */
  readonly loopbackNames?: Readonly<Record<string, number>>
  /** Name of another container of this instance whose network this one shares. */
  readonly beside?: string
  /** Names by which other containers on the network find it. */
  readonly aliases: readonly string[]
  /** Existing named volumes. */
  readonly volumes: readonly { readonly name: string; readonly path: string }[]
  /** Publishes a port of the container on the loopback address of the server. No other address is possible. */
  readonly publishes?: { readonly port: number; readonly loopbackPort: number }
  readonly memoryBytes: number | null
  readonly cpus: number | null
  readonly pids: number
  readonly stopGraceSeconds: number
  readonly restart: 'always' | 'no'
  /**
   * Default `app`: what typical images need to start as root and switch to another user. Nothing grants more than that.
   */
  readonly capabilities?: 'none' | 'app' | 'database'
  /** Runs as an unprivileged user, can't write files, and can't start a second process. */
  readonly confined?: true
  /** For a confined container: the volume folder of its image stays empty and read-only. */
  readonly covered?: string
  /** Not for a confined container. */
  readonly options?: ContainerOptions
  /** The container has them before its program starts. Not for a confined or a read-only container. */
  readonly files?: readonly ContainerFile[]
  /** Parts of the server, which an operator has to allow. Only for apps. */
  readonly grants?: Grants
  /**
   * By default, the Engine stores the output. If set, the output is streamed to the caller and not stored; `both`
   * streams stdin too.
   */
  readonly piped?: 'output' | 'both'
}

/** Parts of the server that a container uses. */
export interface Grants {
  readonly hostMounts?: readonly { readonly source: string; readonly path: string; readonly readOnly: boolean }[]
  readonly capabilities?: readonly string[]
  /** Paths of devices, which are the same in the container. */
  readonly devices?: readonly string[]
}

/** Parts of a server that its operator allows to containers. */
export interface Allowances {
  readonly hostPaths: readonly { readonly path: string; readonly writable: boolean }[]
  /** Gives full control of the server. */
  readonly dockerSocket: boolean
  readonly capabilities: readonly string[]
  readonly devices: readonly string[]
}

/** Changes how the program of an app runs. Unset options keep the value of the image, or Docker's default. */
export interface ContainerOptions {
  /**
   * Replaces the entrypoint of the image; a command list follows it. Docker then ignores the command of the image. A
   * command text runs in `/bin/sh -c` instead of it.
   */
  readonly entrypoint?: readonly string[]
  /** Name or id in the image, with or without a group: `node`, `1000:1000`. */
  readonly user?: string
  readonly workingDirectory?: string
  /** Whether tini is the first process. By default it is, unless the image starts an init of its own. */
  readonly init?: boolean
  readonly stopSignal?: string
  /** The program can only write to volumes and memory folders. */
  readonly readOnly?: boolean
  readonly memoryFolders?: readonly MemoryFolder[]
  readonly sharedMemoryBytes?: number
  readonly ulimits?: readonly { readonly name: string; readonly soft: number; readonly hard: number }[]
  readonly sysctls?: Readonly<Record<string, string>>
  /** Names that only this container resolves to these addresses. */
  readonly extraHosts?: readonly { readonly hostname: string; readonly address: string }[]
}

export interface MemoryFolder {
  readonly path: string
  /** Null leaves only the memory limit of the container. */
  readonly sizeBytes: number | null
  /** Octal text. Null uses the mode of the folder in the image, or 1777. */
  readonly mode: string | null
  readonly uid: number | null
  readonly gid: number | null
}

/** In the container's own layer. A file below a volume is written to the volume. */
export interface ContainerFile {
  readonly path: string
  readonly content: string
  /** Permission bits, such as 0o644. */
  readonly mode: number
  /** Numeric owner and group. Missing ones are root. */
  readonly uid?: number
  readonly gid?: number
}

export interface ContainerState {
  readonly id: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly image: string
  readonly address: string | null
  readonly state: 'created' | 'running' | 'restarting' | 'paused' | 'exited' | 'dead'
  readonly exitCode: number | null
  readonly oomKilled: boolean
  readonly restartCount: number
  readonly startedAt: Date | null
  /** State of the image's HEALTHCHECK; null or undefined if it has none. */
  readonly health?: 'starting' | 'healthy' | 'unhealthy' | null
  /** Names of its volumes; undefined if unknown. */
  readonly volumes?: readonly string[]
  /** Whether Docker starts it again when it ends and when Docker starts; undefined if unknown. */
  readonly restarts?: boolean
  /** Whether it has parts of the server that the operator no longer allows. Only lists have it. */
  readonly hasWithdrawnParts?: boolean
}
