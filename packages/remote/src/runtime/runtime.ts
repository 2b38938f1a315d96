/**
 * The port through which a deployment changes a server. The real implementation uses the Docker Engine and the proxy
 * over SSH, another one simulates a server in memory, and both pass the same contract tests. Everything is named by our
 * own ids, so every operation is idempotent; removing a missing resource succeeds. Only resources with the labels of
 * this instance are listed, changed, or removed. Failures are `RuntimeError`s with a code; a lost connection is a
 * `RemoteError`.
 */

import type { Readable } from 'node:stream'
import type { LogEntry } from '../docker/log-entries.ts'
import type { EngineTarget } from '../streams/engine-stream.ts'
import type { BuildRequest, BuiltImage } from './build-request.ts'
import type { ContainerSpec, ContainerState } from './container-spec.ts'

export interface Call {
  readonly signal: AbortSignal
  /** Each operation has a default. */
  readonly deadlineMs?: number
}

/** Output of builds and programs, in order and not redacted yet. It is awaited: a slow reader slows the program. */
export type OnOutput = (text: string, stream: 'stdout' | 'stderr') => Promise<void> | void

export interface Runtime extends ImageRuntime, ContainerRuntime, ProxyRuntime {
  facts(call: Call): Promise<RuntimeFacts>
}

export interface RuntimeFacts {
  readonly engineVersion: string
  /** Docker's name: amd64, arm64. */
  readonly architecture: string
  readonly cpus: number
  readonly memoryBytes: number
  readonly memoryAvailableBytes: number
  /** The disk with images and containers. */
  readonly diskBytes: number
  readonly diskFreeBytes: number
}

export interface RegistryCredential {
  readonly host: string
  readonly username: string
  readonly password: string
}

export interface ImageFacts {
  /** `sha256:…` digest of the configuration, from which containers are started. */
  readonly id: string
  /** `name@sha256:…` in the registry; null for an image that was built here. */
  readonly digest: string | null
  readonly architecture: string
  readonly sizeBytes: number
  readonly exposedPorts: readonly number[]
  readonly labels: Readonly<Record<string, string>>
}

export interface ImageRuntime {
  build(request: BuildRequest, call: Call & { onOutput: OnOutput }): Promise<BuiltImage>
  findImage(reference: string, call: Call): Promise<ImageFacts | null>
  /** Codes: image_not_found, registry_refused, registry_unreachable, disk_full, architecture_mismatch. */
  pull(
    reference: string,
    call: Call & { credential: RegistryCredential | null; onOutput?: OnOutput },
  ): Promise<ImageFacts>
  tagImage(id: string, reference: string, call: Call): Promise<void>
  /** Removes by tag or id; if other tags remain, only the tag is removed. An image in use remains. */
  removeImage(reference: string, call: Call): Promise<void>
  listImages(labels: Readonly<Record<string, string>>, call: Call): Promise<(ImageFacts & { tags: string[] })[]>
  /** Names of images in a repository such as `longshore/env_…`, whatever their labels. */
  listTags(repository: string, call: Call): Promise<string[]>
  /** Transfers from server to server: one reads what the other writes. */
  exportImage(id: string, call: Call): Promise<Readable>
  importImage(archive: Readable, call: Call): Promise<void>
  /** Shrinks the cache to at most this size. Returns the freed bytes. */
  trimBuildCache(keepBytes: number, call: Call): Promise<number>
}

export interface NetworkFacts {
  readonly id: string
  readonly name: string
  readonly subnet: string
  readonly gateway: string
  readonly labels: Readonly<Record<string, string>>
}

export interface MeasuredVolume {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly sizeBytes: number
}

export interface ContainerRuntime {
  /**
   * Creates a network with a subnet from the pool; it stays the same until the network is removed. Code:
   * no_free_network.
   */
  ensureNetwork(
    network: {
      name: string
      labels: Readonly<Record<string, string>>
      pool: NetworkPool
      /** Its containers reach each other and the server, and nothing beyond. */
      isInternal?: true
    },
    call: Call,
  ): Promise<NetworkFacts>
  removeNetwork(name: string, call: Call): Promise<void>
  ensureVolume(volume: { name: string; labels: Readonly<Record<string, string>> }, call: Call): Promise<void>
  removeVolume(name: string, call: Call): Promise<void>
  listVolumes(labels: Readonly<Record<string, string>>, call: Call): Promise<{ name: string }[]>
  /** Sizes of all volumes of this instance. The Engine reads all their folders: call it rarely, with a deadline. */
  measureVolumes(call: Call): Promise<MeasuredVolume[]>
  listNetworks(labels: Readonly<Record<string, string>>, call: Call): Promise<NetworkFacts[]>
  /**
   * When this resolves, a container of this name and specification runs, with a fixed IP address that survives
   * restarts. One of the same name with another specification is replaced. Codes: policy_refused, image_not_found,
   * port_conflict, no_free_address, container_start_failed (with the Engine's message), disk_full.
   */
  startContainer(spec: ContainerSpec, call: Call): Promise<ContainerState>
  inspectContainer(name: string, call: Call): Promise<ContainerState | null>
  /** All containers of this instance with these labels, including stopped ones. */
  listContainers(labels: Readonly<Record<string, string>>, call: Call): Promise<ContainerState[]>
  /** Sends SIGTERM (or the signal of its options or image), then SIGKILL after the grace period. */
  stopContainer(name: string, call: Call & { graceSeconds: number }): Promise<void>
  /** Starts a stopped container again, at its old IP address. */
  restartStopped(name: string, call: Call): Promise<ContainerState>
  /** Sets whether Docker starts the container again. It keeps running or stays stopped. */
  setRestart(name: string, restart: ContainerSpec['restart'], call: Call): Promise<void>
  removeContainer(name: string, call: Call): Promise<void>
  readLogTail(name: string, call: Call & { lines: number; maxBytes: number }): Promise<string>
  /**
   * When this resolves, a one-off program was started. Its container remains until `removeContainer`, and an abort
   * leaves it running. Codes: as for `startContainer`.
   */
  startProgram(spec: ContainerSpec, call: ProgramCall): Promise<ContainerState>
  /**
   * Adopts a program whose start was recorded, whether it runs or has ended. It is never started twice. Null if its
   * container was removed.
   */
  adoptProgram(name: string, call: Call): Promise<ContainerState | null>
  /**
   * Reads the output of a container with Docker's timestamps, starting at a given one. With `follow`, it continues
   * until the container stops. Docker stores at least `keptOutputBytes`.
   */
  readOutput(
    name: string,
    call: { readonly since: string | null; readonly follow: boolean; readonly signal: AbortSignal },
  ): AsyncIterable<readonly LogEntry[]>
  /**
   * Runs a command inside a running container, such as a health check. Pass secrets on stdin: other processes there can
   * see its arguments. Returns the end of its output: 4 KiB, or `keepBytes`, at most 1 MiB.
   */
  execIn(
    name: string,
    argv: readonly [string, ...string[]],
    call: Call & { readonly input?: string; readonly keepBytes?: number },
  ): Promise<{ exitCode: number; output: string }>
  /** Sends the request from the server itself, next to the proxy. */
  probe(probe: Probe, call: Call): Promise<ProbeResult>
  /** TCP sockets on which a container listens, for the text of a failed health check: `127.0.0.1:3000`. */
  listListening(name: string, call: Call): Promise<string[]>
}

export interface ProgramCall extends Call {
  /** Awaited between creation and start to record the start. If it rejects, the program isn't started. */
  readonly onCreated: () => Promise<void>
}

/** Containers whose input and output are the data itself, such as database dumps. */
export interface DataRuntime {
  /** Runs to its end and is then removed. `use` reads the output as it arrives, and a slow reader slows the program. */
  runPiped<Result>(spec: ContainerSpec, call: PipedCall<Result>): Promise<PipedEnd<Result>>
  /** Like `runPiped`, for output that another thread reads: the data costs this thread nothing. */
  runPipedTo<Result>(spec: ContainerSpec, call: ReadingCall<Result>): Promise<PipedEnd<Result>>
  /** Installs the image of our own program, which every server gets; returns its id. */
  ensureOwnImage(call: Call): Promise<string>
  /** Reads the only volume of the container as a tar archive. The container is created for this and never runs. */
  readVolume<Result>(spec: ContainerSpec, call: VolumeReading<Result>): Promise<Result>
  readVolumeTo<Result>(spec: ContainerSpec, call: ReadingCall<Result>): Promise<Result>
  /** The reverse, into a volume that is mounted at the same path. */
  writeVolume(spec: ContainerSpec, call: VolumeWriting): Promise<void>
}

/** Reads in another thread. */
export interface OutputReader<Result> {
  /**
   * When this resolves, the reader is connected and the container can start. It is called again for a container that is
   * created again.
   */
  open(place: EngineTarget): Promise<void>
  /** Reads to the end of the output. */
  read(): Promise<{ readonly result: Result; readonly errors: string }>
}

export interface ReadingCall<Result> extends Call {
  readonly reader: OutputReader<Result>
}

export interface VolumeReading<Result> extends Call {
  use(archive: AsyncIterable<Buffer>): Promise<Result>
}

export interface VolumeWriting extends Call {
  readonly input: AsyncIterable<Uint8Array>
}

export interface PipedCall<Result> extends Call {
  readonly input?: AsyncIterable<Uint8Array>
  use(output: AsyncIterable<Buffer>): Promise<Result>
}

export interface PipedEnd<Result> {
  readonly result: Result
  readonly exitCode: number
  readonly oomKilled: boolean
  /** The end of its standard error output. */
  readonly errors: string
}

export interface NetworkPool {
  /** A network such as 10.210.0.0/16. */
  readonly base: string
  /** Prefix length of each subnet: 27. */
  readonly prefix: number
}

export type Probe =
  | {
      readonly type: 'http'
      readonly address: string
      readonly port: number
      readonly path: string
      /** Sent as the Host header. */
      readonly hostname: string
      readonly headers?: Readonly<Record<string, string>>
      readonly timeoutMs: number
      /** Connects through TLS of the proxy with this name; the certificate isn't verified. */
      readonly tls?: boolean
      /** If the response is 308, repeats the request at port 443 with TLS and returns that response. */
      readonly sentOn?: boolean
      /** Sends the request to the proxy itself, wherever it listens. Proxies before this option use the port above. */
      readonly throughProxy?: boolean
      readonly forMs?: number
    }
  | {
      readonly type: 'tcp'
      readonly address: string
      readonly port: number
      readonly timeoutMs: number
      /** How long a refused connection is retried before this returns. */
      readonly forMs?: number
    }

export type ProbeResult =
  | {
      readonly ok: true
      readonly status: number | null
      readonly durationMs: number
      readonly headers?: Readonly<Record<string, string>>
      /** Beginning of a plain-text response that reports an error. */
      readonly text?: string
    }
  | {
      readonly ok: false
      readonly reason: 'refused' | 'timeout' | 'reset' | 'unreachable' | 'protocol'
      readonly detail: string
    }

export interface ProxyRelease {
  /** Ids in a form that is valid in file names. */
  readonly environment: string
  readonly release: string
  readonly fence: number
}

export interface ProxyRuntime {
  /** When this resolves, the proxy is installed in this version and running. */
  ensureProxy(call: Call): Promise<{ version: string; wasStarted: boolean }>
  removeProxy(call: Call): Promise<void>
  /** Writes where each service of a release listens: one upstream per replica slot. Code: stale_fence. */
  putRelease(
    release: ProxyRelease & { services: Readonly<Record<string, readonly string[]>> },
    call: Call,
  ): Promise<void>
  /**
   * Runs under a lock on the server: refuses an older fence (stale_fence), then renames the link. Returns the release
   * that had the traffic. Idempotent: repeating the switch returns the same previous release. With `expected`, it
   * refuses (wrong_release) unless this release has the traffic now. With release null, nothing has the traffic
   * afterwards. A release that wasn't written is refused (wrong_release). With `services`, it is written first, in the
   * same call.
   */
  switchRelease(
    release: Omit<ProxyRelease, 'release'> & {
      release: string | null
      expected?: string | null
      services?: Readonly<Record<string, readonly string[]>>
    },
    call: Call,
  ): Promise<{ previous: string | null; isChange: boolean }>
  /** Refuses the release that has the traffic. */
  removeRelease(release: ProxyRelease, call: Call): Promise<void>
  removeEnvironment(environment: Pick<ProxyRelease, 'environment' | 'fence'>, call: Call): Promise<void>
  /** The whole configuration as Caddy's JSON; refused if `version` is older than the loaded one. */
  /** Entries that the proxy can't use are skipped and reported; all others are served. */
  loadConfiguration(configuration: { json: string; version: number }, call: Call): Promise<LoadedConfiguration>
  readProxy(call: Call): Promise<ProxyState>
}

export interface LoadedConfiguration {
  /** SHA-256 of the sent configuration, as the proxy read it. */
  readonly hash: string
  readonly dropped: readonly { readonly hostname: string; readonly reason: string }[]
}

export interface ProxyState {
  readonly isRunning: boolean
  readonly version: string | null
  readonly configurationVersion: number
  readonly configurationHash: string | null
  readonly environments: Readonly<
    Record<string, { readonly fence: number; readonly current: string | null; readonly releases: readonly string[] }>
  >
  /** Certificates from an authority by hostname. */
  readonly certificates: Readonly<Record<string, CertificateOnServer>>
}

export interface CertificateOnServer {
  readonly status: 'pending' | 'issuing' | 'active' | 'renewing' | 'expired' | 'failed'
  /** Whether the proxy is allowed to request certificates from an authority. */
  readonly mayIssue: boolean
  readonly issuer: string | null
  readonly notBefore: Date | null
  readonly notAfter: Date | null
  readonly renewAt: Date | null
  readonly nextTryAt: Date | null
  readonly lastError: { readonly code: string; readonly message: string } | null
  readonly steps: readonly { readonly name: string; readonly at: Date; readonly detail?: string | undefined }[]
}
