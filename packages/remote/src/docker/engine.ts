/** The Docker Engine of one server: the calls of its API that we use, one function each. */
import type { z } from 'zod'
import type { RunResult } from '../ssh/index.ts'
import { type ContainerEvent, readContainerEvents } from './container-events.ts'
import { type LogOptions, readContainerLogs } from './container-logs.ts'
import { type EngineConnection, EngineHttp, type EngineRequest } from './engine-http.ts'
import * as schemas from './engine-schemas.ts'
import { type ExecOptions, execInContainer } from './exec.ts'
import { type LogEntry, readLogEntries } from './log-entries.ts'
import type { OutputStream } from './raw-stream.ts'

/** Limits of every call. The default deadline is 30 seconds. */
export type Limits = Pick<EngineRequest, 'deadlineMs' | 'signal' | 'maxBytes'>
/** Docker filters, such as `{ label: ['longshore.instance=x'] }`. */
export type Filters = Readonly<Record<string, readonly string[]>>

export interface Engine {
  /** For calls that have no function here yet, with the same limits and errors. */
  readonly http: EngineHttp
  ping(limits?: Limits): Promise<void>
  version(limits?: Limits): Promise<z.output<typeof schemas.EngineVersion>>
  info(limits?: Limits): Promise<z.output<typeof schemas.EngineInfo>>
  listContainers(options?: Limits & { all?: boolean; filters?: Filters }): Promise<ContainerSummary[]>
  inspectContainer(id: string, limits?: Limits): Promise<ContainerDetails>
  createContainer(name: string, body: Readonly<Record<string, unknown>>, limits?: Limits): Promise<CreatedContainer>
  startContainer(id: string, limits?: Limits): Promise<void>
  stopContainer(id: string, options?: Limits & { graceSeconds?: number }): Promise<void>
  removeContainer(id: string, options?: Limits & { force?: boolean; volumes?: boolean }): Promise<void>
  readLogs(id: string, options?: LogOptions): AsyncGenerator<{ stream: OutputStream; part: Buffer }>
  /**
   * Reads lines with Docker's timestamps, starting at a given one. With `follow`, it continues until the container
   * stops.
   */
  readLogEntries(
    id: string,
    options: { since: string | null; follow: boolean; signal: AbortSignal },
  ): AsyncGenerator<LogEntry[]>
  /** `labels` are Docker filters, `name=value`. */
  readEvents(options: {
    since: string | null
    labels: readonly string[]
    signal: AbortSignal
  }): AsyncGenerator<ContainerEvent>
  exec(id: string, argv: readonly [string, ...string[]], options: ExecOptions): Promise<RunResult>
  listImages(options?: Limits & { all?: boolean; filters?: Filters }): Promise<ImageSummary[]>
  inspectImage(reference: string, limits?: Limits): Promise<ImageDetails>
  removeImage(name: string, options?: Limits & { force?: boolean }): Promise<RemovedImages>
  listNetworks(options?: Limits & { filters?: Filters }): Promise<NetworkSummary[]>
  createNetwork(body: Readonly<Record<string, unknown>>, limits?: Limits): Promise<{ Id: string }>
  removeNetwork(id: string, limits?: Limits): Promise<void>
  listVolumes(options?: Limits & { filters?: Filters }): Promise<VolumeSummary[]>
  measureVolumes(limits?: Limits): Promise<z.output<typeof schemas.DiskUsage>['Volumes']>
  createVolume(body: Readonly<Record<string, unknown>>, limits?: Limits): Promise<VolumeSummary>
  inspectVolume(name: string, limits?: Limits): Promise<VolumeSummary>
  removeVolume(name: string, options?: Limits & { force?: boolean }): Promise<void>
}

export type ContainerSummary = z.output<typeof schemas.ContainerSummary>
export type ContainerDetails = z.output<typeof schemas.ContainerDetails>
export type CreatedContainer = z.output<typeof schemas.CreatedContainer>
export type ImageDetails = z.output<typeof schemas.ImageDetails>
export type ImageSummary = z.output<typeof schemas.ImageSummary>
export type RemovedImages = z.output<typeof schemas.RemovedImages>
export type NetworkSummary = z.output<typeof schemas.NetworkSummary>
export type VolumeSummary = z.output<typeof schemas.VolumeSummary>

/** All engines of one connection share its sockets and the negotiated version. */
const known = new WeakMap<object, EngineHttp>()

export function createEngine(connection: EngineConnection): Engine {
  const http = known.get(connection) ?? new EngineHttp(connection)
  known.set(connection, http)
  return { http, ...systemCalls(http), ...containerCalls(http), ...storeCalls(http) }
}

function systemCalls(http: EngineHttp) {
  return {
    async ping(limits: Limits = {}) {
      await http.send({ maxBytes: 1_024, ...limits, method: 'GET', path: ['_ping'] })
    },
    version: (limits: Limits = {}) => http.read(schemas.EngineVersion, { ...limits, method: 'GET', path: ['version'] }),
    info: (limits: Limits = {}) => http.read(schemas.EngineInfo, { ...limits, method: 'GET', path: ['info'] }),
  }
}

function containerCalls(http: EngineHttp) {
  return {
    listContainers: ({ all, filters, ...limits }: Limits & { all?: boolean; filters?: Filters } = {}) =>
      http.read(schemas.lists.containers, {
        ...limits,
        method: 'GET',
        path: ['containers', 'json'],
        query: { all, filters: write(filters) },
      }),
    inspectContainer: (id: string, limits: Limits = {}) =>
      http.read(schemas.ContainerDetails, { ...limits, method: 'GET', path: ['containers', id, 'json'] }),
    createContainer: (name: string, body: Readonly<Record<string, unknown>>, limits: Limits = {}) =>
      http.read(schemas.CreatedContainer, {
        ...limits,
        method: 'POST',
        path: ['containers', 'create'],
        query: { name },
        body,
      }),
    async startContainer(id: string, limits: Limits = {}) {
      await http.send({ ...limits, method: 'POST', path: ['containers', id, 'start'] })
    },
    async stopContainer(id: string, { graceSeconds = 10, ...limits }: Limits & { graceSeconds?: number } = {}) {
      const deadlineMs = limits.deadlineMs ?? 30_000 + graceSeconds * 1_000
      await http.send({
        ...limits,
        deadlineMs,
        method: 'POST',
        path: ['containers', id, 'stop'],
        query: { t: graceSeconds },
      })
    },
    async removeContainer(id: string, options: Limits & { force?: boolean; volumes?: boolean } = {}) {
      const { force, volumes, ...limits } = options
      await http.send({ ...limits, method: 'DELETE', path: ['containers', id], query: { force, v: volumes } })
    },
    readLogs: (id: string, options: LogOptions = {}) => readContainerLogs(http, id, options),
    readLogEntries: (id: string, options: { since: string | null; follow: boolean; signal: AbortSignal }) =>
      readLogEntries(http, id, options),
    readEvents: (options: { since: string | null; labels: readonly string[]; signal: AbortSignal }) =>
      readContainerEvents(http, options),
    exec: (id: string, argv: readonly [string, ...string[]], options: ExecOptions) =>
      execInContainer(http, id, argv, options),
  }
}

function storeCalls(http: EngineHttp) {
  return {
    listImages: ({ all, filters, ...limits }: Limits & { all?: boolean; filters?: Filters } = {}) =>
      http.read(schemas.lists.images, {
        ...limits,
        method: 'GET',
        path: ['images', 'json'],
        query: { all, filters: write(filters) },
      }),
    inspectImage: (reference: string, limits: Limits = {}) =>
      http.read(schemas.ImageDetails, { ...limits, method: 'GET', path: ['images', reference, 'json'] }),
    removeImage: (name: string, { force, ...limits }: Limits & { force?: boolean } = {}) =>
      http.read(schemas.RemovedImages, { ...limits, method: 'DELETE', path: ['images', name], query: { force } }),
    listNetworks: ({ filters, ...limits }: Limits & { filters?: Filters } = {}) =>
      http.read(schemas.lists.networks, {
        ...limits,
        method: 'GET',
        path: ['networks'],
        query: { filters: write(filters) },
      }),
    createNetwork: (body: Readonly<Record<string, unknown>>, limits: Limits = {}) =>
      http.read(schemas.CreatedNetwork, { ...limits, method: 'POST', path: ['networks', 'create'], body }),
    async removeNetwork(id: string, limits: Limits = {}) {
      await http.send({ ...limits, method: 'DELETE', path: ['networks', id] })
    },
    async listVolumes({ filters, ...limits }: Limits & { filters?: Filters } = {}) {
      const query = { filters: write(filters) }
      const { Volumes } = await http.read(schemas.VolumeList, { ...limits, method: 'GET', path: ['volumes'], query })
      return Volumes
    },
    async measureVolumes(limits: Limits = {}) {
      const request = { ...limits, method: 'GET', path: ['system', 'df'], query: { type: 'volume' } } as const
      const { Volumes } = await http.read(schemas.DiskUsage, request)
      return Volumes
    },
    createVolume: (body: Readonly<Record<string, unknown>>, limits: Limits = {}) =>
      http.read(schemas.VolumeSummary, { ...limits, method: 'POST', path: ['volumes', 'create'], body }),
    inspectVolume: (name: string, limits: Limits = {}) =>
      http.read(schemas.VolumeSummary, { ...limits, method: 'GET', path: ['volumes', name] }),
    async removeVolume(name: string, { force, ...limits }: Limits & { force?: boolean } = {}) {
      await http.send({ ...limits, method: 'DELETE', path: ['volumes', name], query: { force } })
    },
  }
}

function write(filters: Filters | undefined): string | undefined {
  return filters === undefined ? undefined : JSON.stringify(filters)
}
