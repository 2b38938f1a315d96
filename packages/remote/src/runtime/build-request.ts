/** One image to be built on a server. The context is a folder on this machine that holds nothing but the checkout. */
export interface BuildRequest {
  /** `longshore/<environment>:<content hash>`. */
  readonly tag: string
  readonly labels: Readonly<Record<string, string>>
  readonly contextDirectory: string
  /** Outside of the context; read by us from a regular file of the commit or generated. */
  readonly dockerfile: string
  readonly target: string | null
  /** Build-scoped variables that are no secrets: as ARG where the Dockerfile names them. Secrets: `--secret id=KEY`. */
  readonly arguments: readonly (readonly [key: string, value: string])[]
  readonly secrets: readonly (readonly [key: string, value: string])[]
  /** For base images. */
  readonly registries?: readonly { readonly host: string; readonly username: string; readonly password: string }[]
  readonly useCache: boolean
  /** Builds share cache mounts, such as downloaded packages, with builds of the same name and with no others. */
  readonly cacheNamespace: string
  readonly limits: BuildLimits
  /** Set: `dockerfile` makes a plan of Railpack, which is what the image is built from. */
  readonly railpack?: { readonly variablesHash: string }
}

export interface BuildLimits {
  readonly memoryBytes: number
  readonly cpus: number
  readonly pids: number
  readonly timeMs: number
  readonly outputBytes: number
  /** The build is ended when less than this is free. */
  readonly diskReserveBytes: number
}

export interface BuiltImage {
  readonly id: string
  readonly sizeBytes: number
  readonly architecture: string
  /** Steps that came from the cache, and all. */
  readonly steps: { readonly cached: number; readonly all: number }
}
