/**
 * The container that we request. There is no field for what a service must not have: no mounts of the server, no
 * privileges.
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
  /**
   * By default, the Engine stores the output. If set, the output is streamed to the caller and not stored; `both`
   * streams stdin too.
   */
  readonly piped?: 'output' | 'both'
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
}
