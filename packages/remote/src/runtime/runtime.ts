/**
 * What a deployment does to a server, as a port: the real one speaks to the Docker Engine and the proxy over SSH, another one
 * keeps a server in memory for simulations, and both pass one contract test.
 *
 * Everything is named by ids of ours, so doing a thing twice is doing it once; removing what is not there succeeds. Only what
 * carries the labels of this installation is ever listed, changed or removed. Failures are `RuntimeError`s with a code;
 * a lost connection is a `RemoteError`.
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

/** Output of builds and programs, in order; text is not redacted yet. Awaited: a slow reader slows the program. */
export type OnOutput = (text: string, stream: 'stdout' | 'stderr') => Promise<void> | void

export interface Runtime extends ImageRuntime, ContainerRuntime, ProxyRuntime {
  facts(call: Call): Promise<RuntimeFacts>
}

export interface RuntimeFacts {
  readonly engineVersion: string
  /** As Docker names it: amd64, arm64. */
  readonly architecture: string
  readonly cpus: number
  readonly memoryBytes: number
  readonly memoryAvailableBytes: number
  /** Of the disk that holds images and containers. */
  readonly diskBytes: number
  readonly diskFreeBytes: number
}

export interface RegistryCredential {
  readonly host: string
  readonly username: string
  readonly password: string
}

export interface ImageFacts {
  /** `sha256:…` of the configuration: what containers are started from. */
  readonly id: string
  /** `name@sha256:…` as the registry knows it; null for an image that was built here. */
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
  /** By tag or id; a tag alone is taken away when others are left. What is in use stays. */
  removeImage(reference: string, call: Call): Promise<void>
  listImages(labels: Readonly<Record<string, string>>, call: Call): Promise<(ImageFacts & { tags: string[] })[]>
  /** Names of images in a repository such as `longshore/env_…`, whatever their labels. */
  listTags(repository: string, call: Call): Promise<string[]>
  /** From server to server: what one writes another reads. */
  exportImage(id: string, call: Call): Promise<Readable>
  importImage(archive: Readable, call: Call): Promise<void>
  /** Ends with the cache at most this large. Returns what was freed. */
  trimBuildCache(keepBytes: number, call: Call): Promise<number>
}

export interface NetworkFacts {
  readonly id: string
  readonly name: string
  readonly subnet: string
  readonly gateway: string
  readonly labels: Readonly<Record<string, string>>
}

export interface ContainerRuntime {
  /** A subnet of its own from the pool; it stays the same until the network is removed. Code: no_free_network. */
  ensureNetwork(
    network: { name: string; labels: Readonly<Record<string, string>>; pool: NetworkPool },
    call: Call,
  ): Promise<NetworkFacts>
  removeNetwork(name: string, call: Call): Promise<void>
  ensureVolume(volume: { name: string; labels: Readonly<Record<string, string>> }, call: Call): Promise<void>
  removeVolume(name: string, call: Call): Promise<void>
  listVolumes(labels: Readonly<Record<string, string>>, call: Call): Promise<{ name: string }[]>
  listNetworks(labels: Readonly<Record<string, string>>, call: Call): Promise<NetworkFacts[]>
  /**
   * A container of this name from this specification runs when it returns, with a fixed address that survives restarts. One
   * of the same name and another specification is replaced. Codes: policy_refused, image_not_found, port_conflict,
   * no_free_address, container_start_failed (with the Engine's words), disk_full.
   */
  startContainer(spec: ContainerSpec, call: Call): Promise<ContainerState>
  inspectContainer(name: string, call: Call): Promise<ContainerState | null>
  /** Every container of ours with these labels, stopped ones too. */
  listContainers(labels: Readonly<Record<string, string>>, call: Call): Promise<ContainerState[]>
  /** SIGTERM (or what the image says), then SIGKILL after the grace. */
  stopContainer(name: string, call: Call & { graceSeconds: number }): Promise<void>
  /** A stopped one runs again, at its old address. */
  restartStopped(name: string, call: Call): Promise<ContainerState>
  removeContainer(name: string, call: Call): Promise<void>
  readLogTail(name: string, call: Call & { lines: number; maxBytes: number }): Promise<string>
  /**
   * A program that runs once was started when this resolves. Its container stays until `removeContainer`, and an abort leaves it
   * running. Codes: as `startContainer`.
   */
  startProgram(spec: ContainerSpec, call: ProgramCall): Promise<ContainerState>
  /** One whose beginning was recorded, whether it runs or has ended. It is never started twice. Null: its container is gone. */
  adoptProgram(name: string, call: Call): Promise<ContainerState | null>
  /**
   * What a container printed, with Docker's time stamps, from one of them on. `follow`: until it stops. Docker keeps at least
   * `keptOutputBytes` of it.
   */
  readOutput(
    name: string,
    call: { readonly since: string | null; readonly follow: boolean; readonly signal: AbortSignal },
  ): AsyncIterable<readonly LogEntry[]>
  /** A command inside a running container, such as a health check. Secrets go by its input: everybody there sees its words. */
  execIn(
    name: string,
    argv: readonly [string, ...string[]],
    call: Call & { readonly input?: string },
  ): Promise<{ exitCode: number; output: string }>
  /** From the server itself, beside the proxy. */
  probe(probe: Probe, call: Call): Promise<ProbeResult>
  /** TCP sockets a container listens on, for the text of a failed health check: `127.0.0.1:3000`. */
  listListening(name: string, call: Call): Promise<string[]>
}

export interface ProgramCall extends Call {
  /** Awaited between creation and start: records that it begins. When this rejects, the program is not started. */
  readonly onCreated: () => Promise<void>
}

/** Containers whose input and output are the content itself, such as dumps of databases. */
export interface DataRuntime {
  /** Runs to its end and is removed. `use` reads the output while it comes, and a slow reader slows the program. */
  runPiped<Result>(spec: ContainerSpec, call: PipedCall<Result>): Promise<PipedEnd<Result>>
  /** The same for output that another thread reads: what passes costs this one nothing. */
  runPipedTo<Result>(spec: ContainerSpec, call: ReadingCall<Result>): Promise<PipedEnd<Result>>
  /** The image of our own program, which is brought to every server; its id. */
  ensureOwnImage(call: Call): Promise<string>
  /** The one volume of the container as a tar archive; the container is made for that and does not run. */
  readVolume<Result>(spec: ContainerSpec, call: VolumeReading<Result>): Promise<Result>
  readVolumeTo<Result>(spec: ContainerSpec, call: ReadingCall<Result>): Promise<Result>
  /** The reverse, into a volume that is mounted at the same path. */
  writeVolume(spec: ContainerSpec, call: VolumeWriting): Promise<void>
}

/** Reads elsewhere than in this thread. */
export interface OutputReader<Result> {
  /** It is connected when this resolves, and the container may start. One that is made anew is opened anew. */
  open(place: EngineTarget): Promise<void>
  /** To the end of the output. */
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
  /** The end of what it printed to stderr. */
  readonly errors: string
}

export interface NetworkPool {
  /** Such as 10.210.0.0/16. */
  readonly base: string
  /** Length of each subnet's prefix: 27. */
  readonly prefix: number
}

export type Probe =
  | {
      readonly type: 'http'
      readonly address: string
      readonly port: number
      readonly path: string
      /** Sent as Host. */
      readonly hostname: string
      readonly headers?: Readonly<Record<string, string>>
      readonly timeoutMs: number
      /** Through the proxy's TLS, with this name; the certificate is not judged. */
      readonly tls?: boolean
      /** When the answer is 308, asked again at port 443 through TLS, and that answer counts. */
      readonly sentOn?: boolean
      readonly forMs?: number
    }
  | {
      readonly type: 'tcp'
      readonly address: string
      readonly port: number
      readonly timeoutMs: number
      /** While nothing takes the connection, it may be asked again for so long before this answers. */
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
  /** Ids as text, in the form that file names take. */
  readonly environment: string
  readonly release: string
  readonly fence: number
}

export interface ProxyRuntime {
  /** Installed, of this version, and running when it returns. */
  ensureProxy(call: Call): Promise<{ version: string; wasStarted: boolean }>
  removeProxy(call: Call): Promise<void>
  /** Writes where each service of a release listens: one upstream for each replica slot. Code: stale_fence. */
  putRelease(
    release: ProxyRelease & { services: Readonly<Record<string, readonly string[]>> },
    call: Call,
  ): Promise<void>
  /**
   * Under a lock on the server: refuses an older fence (stale_fence), then renames the link. Answers which release had it.
   * The same switch again is no change, and tells the same previous one. `expected`: refuse (wrong_release) unless this
   * release has it now. Release null: nothing has the traffic afterwards. One that was not put is refused (wrong_release).
   * With `services` it is put first, in the same call.
   */
  switchRelease(
    release: Omit<ProxyRelease, 'release'> & {
      release: string | null
      expected?: string | null
      services?: Readonly<Record<string, readonly string[]>>
    },
    call: Call,
  ): Promise<{ previous: string | null; isChange: boolean }>
  /** Not the one that has the traffic. */
  removeRelease(release: ProxyRelease, call: Call): Promise<void>
  removeEnvironment(environment: Pick<ProxyRelease, 'environment' | 'fence'>, call: Call): Promise<void>
  /** The whole configuration as Caddy's JSON; refused when `version` is older than what was loaded. */
  /** Entries that the proxy cannot use are left out and told; all others are served. */
  loadConfiguration(configuration: { json: string; version: number }, call: Call): Promise<LoadedConfiguration>
  readProxy(call: Call): Promise<ProxyState>
}

export interface LoadedConfiguration {
  /** SHA-256 of what was sent, as the proxy read it. */
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
  /** By hostname: those that the proxy gets from an authority. */
  readonly certificates: Readonly<Record<string, CertificateOnServer>>
}

export interface CertificateOnServer {
  readonly status: 'pending' | 'issuing' | 'active' | 'renewing' | 'expired' | 'failed'
  /** Whether it was told that an authority may be asked. */
  readonly mayIssue: boolean
  readonly issuer: string | null
  readonly notBefore: Date | null
  readonly notAfter: Date | null
  readonly renewAt: Date | null
  readonly nextTryAt: Date | null
  readonly lastError: { readonly code: string; readonly message: string } | null
  readonly steps: readonly { readonly name: string; readonly at: Date; readonly detail?: string | undefined }[]
}
