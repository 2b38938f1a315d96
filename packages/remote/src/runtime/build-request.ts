/** One image to build on a server. The context is a local folder that contains only the checkout. */
export interface BuildRequest {
  /** `longshore/<environment>:<content hash>`. */
  readonly tag: string
  readonly labels: Readonly<Record<string, string>>
  readonly contextDirectory: string
  /** Outside the context; read from a regular file of the commit, or generated. */
  readonly dockerfile: string
  readonly target: string | null
  /** Build variables that aren't secret: passed as ARG if the Dockerfile names them. Secrets use `--secret id=KEY`. */
  readonly arguments: readonly (readonly [key: string, value: string])[]
  readonly secrets: readonly (readonly [key: string, value: string])[]
  /** Credentials for base images. */
  readonly registries?: readonly { readonly host: string; readonly username: string; readonly password: string }[]
  readonly useCache: boolean
  /** Builds share cache mounts, such as downloaded packages, only with builds of the same namespace. */
  readonly cacheNamespace: string
  readonly limits: BuildLimits
  /** If set, `dockerfile` creates a Railpack plan, from which the image is built. */
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
  /** Number of steps from the cache, and of all steps. */
  readonly steps: { readonly cached: number; readonly all: number }
}
