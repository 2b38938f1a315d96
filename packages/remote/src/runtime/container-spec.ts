/** A container as we ask for it. There is no field for what a service must not have: no mounts of the server, no privileges. */
export interface ContainerSpec {
  readonly name: string
  /** Without the instance label, which the runtime adds itself. */
  readonly labels: Readonly<Record<string, string>>
  /** Id of an image that is on the server. */
  readonly image: string
  /** Text is for the image's shell (`/bin/sh -c`); a list is seen by no shell; null: what the image says. */
  readonly command: string | readonly string[] | null
  /** Byte for byte, in this order. */
  readonly environment: readonly (readonly [key: string, value: string])[]
  /** Null: it has none, and reaches nobody. */
  readonly network: string | null
  /** With no network of its own: shares that of another container of ours, by its name, and reaches what that one reaches. */
  readonly beside?: string
  /** Names by which others on the network find it. */
  readonly aliases: readonly string[]
  /** Named volumes that exist. */
  readonly volumes: readonly { readonly name: string; readonly path: string }[]
  /** A port of the container at a port of the server's loopback address. There is no other address that one can be published at. */
  readonly publishes?: { readonly port: number; readonly loopbackPort: number }
  readonly memoryBytes: number | null
  readonly cpus: number | null
  readonly pids: number
  readonly stopGraceSeconds: number
  readonly restart: 'always' | 'no'
  /** Default `app`: what usual images need to begin as root and go on as somebody else. Nothing gives more than that. */
  readonly capabilities?: 'none' | 'app' | 'database'
  /** Runs as nobody, cannot write a single file, and cannot start a second process. */
  readonly confined?: true
  /** Of one that is confined: the folder that its image keeps as a volume stays empty, and cannot be written either. */
  readonly covered?: string
  /** Left out: the Engine keeps what it prints. Else it goes to whoever runs it and is kept nowhere; `both`: stdin too. */
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
  /** Of the image's own HEALTHCHECK; null or left out: it has none. */
  readonly health?: 'starting' | 'healthy' | 'unhealthy' | null
  /** Names of those that it has; left out: not known. */
  readonly volumes?: readonly string[]
}
