/**
 * The containers of compose projects that Longshore didn't create. Nothing here changes anything that belongs to this or
 * another instance, or to no compose project. Files are read through the Engine's archives of a container, so no path of
 * the server is ever opened because a label or a mount names it.
 */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { toRuntimeError, translate } from '../docker/engine-failure.ts'
import { createEngine, type Engine, instanceLabel, isStatus } from '../docker/index.ts'
import { listProxies } from '../proxy/proxy-container.ts'
import type { Call } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { ForeignContainer, ForeignImage, ForeignSummaries, PathStat, RunningMounts } from './foreign-schemas.ts'
import { readFirstFile } from './read-first-file.ts'

export const composeNames = {
  project: 'com.docker.compose.project',
  service: 'com.docker.compose.service',
  number: 'com.docker.compose.container-number',
  oneOff: 'com.docker.compose.oneoff',
  dependsOn: 'com.docker.compose.depends_on',
  volume: 'com.docker.compose.volume',
} as const
const swarmLabel = 'com.docker.swarm.service.id'

export interface RestartPolicy {
  readonly name: string
  readonly retries: number
}

export interface ForeignStacks {
  /** Ids of containers by name of their compose project. Swarm, one-off containers, and Longshore's own are left out. */
  listProjects(call: Call): Promise<ReadonlyMap<string, readonly string[]>>
  /** Lists what running containers of the whole server can write to: names of volumes, and folders of the server. */
  listWriters(call: Call): Promise<readonly { readonly id: string; readonly sources: readonly string[] }[]>
  /** Null if it was removed. */
  inspect(id: string, call: Call): Promise<ForeignContainer | null>
  inspectImage(id: string, call: Call): Promise<ForeignImage>
  /** Bytes of named volumes, where the Engine knows them. */
  measureVolumes(call: Call): Promise<ReadonlyMap<string, number>>
  /** Null if the path is a folder; otherwise the size of the file. */
  sizeOfFile(id: string, path: string, call: Call): Promise<number | null>
  /** Null if the file has more bytes, or isn't a plain file. */
  readFile(id: string, path: string, call: Call & { maxBytes: number }): Promise<Buffer | null>
  /** The archive of a folder, with names that begin with the last part of its path. */
  readFolder(id: string, path: string, call: Call): Promise<IncomingMessage>
  setRestart(id: string, policy: RestartPolicy, call: Call): Promise<void>
  stop(id: string, call: Call & { graceSeconds: number }): Promise<void>
  /** Codes: port_conflict, container_start_failed. */
  start(id: string, call: Call): Promise<void>
  remove(id: string, call: Call): Promise<void>
  /** Only a volume that Docker Compose created for this project. */
  removeVolume(name: string, project: string, call: Call): Promise<void>
  /** Frees the ports 80 and 443. Certificates and configuration of the proxy stay, and it returns when it is needed. */
  stopOwnProxy(call: Call): Promise<void>
}

const readMs = 60_000
/** A response of a usual container has a tenth of it. Many are in memory at the same time. */
const inspectBytes = 256 << 10

export function createForeignStacks(
  connection: Pick<ServerConnection, 'dockerSocket' | 'dockerConnections' | 'closed'>,
  { instance }: { instance: string },
): ForeignStacks {
  const engine = createEngine(connection)
  return { ...readers(engine), ...changes(engine), stopOwnProxy: (call) => stopOwnProxy(engine, instance, call) }
}

function readers(engine: Engine) {
  return {
    listProjects: (call: Call) => translate('engine_refused', () => listProjects(engine, call)),
    listWriters: (call: Call) => translate('engine_refused', () => listWriters(engine, call)),
    inspect: (id: string, call: Call) => translate('engine_refused', () => findForeign(engine, id, call)),
    inspectImage: (id: string, call: Call) =>
      translate('engine_refused', () =>
        engine.http.read(ForeignImage, {
          ...call,
          method: 'GET',
          path: ['images', id, 'json'],
          maxBytes: inspectBytes,
        }),
      ),
    measureVolumes: (call: Call) =>
      translate('engine_refused', async () => {
        const found = await engine.measureVolumes(call)
        return new Map(found.map(({ Name, UsageData }) => [Name, UsageData?.Size ?? -1]))
      }),
    sizeOfFile: (id: string, path: string, call: Call) =>
      translate('engine_refused', async () => {
        await requireForeign(engine, id, call)
        const { headers } = await engine.http.send({ ...call, ...archiveOf(id, path), method: 'HEAD' })
        const text = Buffer.from(String(headers['x-docker-container-path-stat'] ?? ''), 'base64').toString()
        const { mode, size } = PathStat.parse(JSON.parse(text))
        return mode >= folderBit ? null : size
      }),
    readFile: (id: string, path: string, { maxBytes, ...call }: Call & { maxBytes: number }) =>
      translate('engine_refused', async () => {
        await requireForeign(engine, id, call)
        const { body } = await engine.http.send({
          ...call,
          ...archiveOf(id, path),
          method: 'GET',
          maxBytes: maxBytes + (1 << 16),
        })
        return readFirstFile(body, maxBytes)
      }),
    async readFolder(id: string, path: string, { signal }: Call) {
      try {
        await requireForeign(engine, id, { signal })
        const request = {
          ...archiveOf(id, path),
          method: 'GET',
          signal,
          deadlineMs: readMs,
          hasOwnSocket: true,
        } as const
        return await engine.http.open(request)
      } catch (error) {
        throw toRuntimeError(error, 'engine_refused')
      }
    },
  }
}

function changes(engine: Engine) {
  return {
    setRestart: (id: string, { name, retries }: RestartPolicy, call: Call) =>
      translate('engine_refused', async () => {
        if ((await findForeign(engine, id, call)) === null) return
        const policy = { Name: name === '' ? 'no' : name, MaximumRetryCount: name === 'on-failure' ? retries : 0 }
        const body = { RestartPolicy: policy }
        await engine.http.send({ ...call, method: 'POST', path: ['containers', id, 'update'], body })
      }),
    stop: (id: string, { graceSeconds, ...call }: Call & { graceSeconds: number }) =>
      translate('engine_refused', async () => {
        if ((await findForeign(engine, id, call)) === null) return
        await engine.stopContainer(id, { ...call, graceSeconds }).catch(ignore(304, 404))
      }),
    start: (id: string, call: Call) =>
      translate('container_start_failed', async () => {
        await requireForeign(engine, id, call)
        await engine.startContainer(id, call).catch(ignore(304))
      }),
    remove: (id: string, call: Call) =>
      translate('engine_refused', async () => {
        if ((await findForeign(engine, id, call)) === null) return
        // Without its volumes: they go only when someone asks for it.
        await engine.removeContainer(id, { ...call, force: true }).catch(ignore(404, 409))
      }),
    removeVolume: (name: string, project: string, call: Call) =>
      translate('engine_refused', async () => {
        const volume = await engine.inspectVolume(name, call).catch(ignore(404))
        if (volume === undefined || volume.Labels[instanceLabel] !== undefined) return
        if (volume.Labels[composeNames.project] !== project) return
        // Another project can use it too.
        await engine.removeVolume(name, call).catch(ignore(404, 409))
      }),
  }
}

/** The bit of a folder in the file modes of Go. */
const folderBit = 2 ** 31

function archiveOf(id: string, path: string) {
  return { path: ['containers', id, 'archive'], query: { path } } as const
}

async function listProjects(engine: Engine, call: Call): Promise<Map<string, string[]>> {
  const query = { all: true, filters: JSON.stringify({ label: [composeNames.project] }) }
  const found = await engine.http.read(ForeignSummaries, {
    ...call,
    method: 'GET',
    path: ['containers', 'json'],
    query,
  })
  const projects = new Map<string, string[]>()
  for (const { Id, Labels } of found) {
    const name = projectOf(Labels)
    if (name === null || Labels[composeNames.oneOff] === 'True') continue
    projects.set(name, [...(projects.get(name) ?? []), Id])
  }
  return projects
}

async function listWriters(engine: Engine, call: Call): Promise<{ id: string; sources: string[] }[]> {
  const request = { ...call, method: 'GET', path: ['containers', 'json'] } as const
  const running = await engine.http.read(RunningMounts, request)
  return running.map(({ Id, Mounts }) => ({
    id: Id,
    sources: Mounts.flatMap(({ Type, Name, Source, RW }) => (RW ? ((Type === 'volume' ? Name : Source) ?? []) : [])),
  }))
}

async function findForeign(engine: Engine, id: string, call: Call): Promise<ForeignContainer | null> {
  const request = { ...call, method: 'GET', path: ['containers', id, 'json'], maxBytes: inspectBytes } as const
  const found = await engine.http.read(ForeignContainer, request).catch(ignore(404))
  if (found === undefined) return null
  if (projectOf(found.Config.Labels) !== null) return found
  throw new RuntimeError('engine_refused', `The container ${id.slice(0, 12)} belongs to no compose project.`)
}

async function requireForeign(engine: Engine, id: string, call: Call): Promise<ForeignContainer> {
  const found = await findForeign(engine, id, call)
  if (found === null) throw new RuntimeError('engine_refused', `The container ${id.slice(0, 12)} was removed.`)
  return found
}

const ProjectName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/)

function projectOf(labels: Readonly<Record<string, string>>): string | null {
  if (labels[instanceLabel] !== undefined || labels[swarmLabel] !== undefined) return null
  const name = ProjectName.safeParse(labels[composeNames.project])
  return name.success && labels[composeNames.service] !== undefined ? name.data : null
}

async function stopOwnProxy(engine: Engine, instance: string, call: Call): Promise<void> {
  await translate('proxy_failed', async () => {
    for (const { id } of await listProxies(engine, instance, call))
      await engine.removeContainer(id, { ...call, force: true }).catch(ignore(404, 409))
  })
}

function ignore(...statuses: number[]): (error: unknown) => undefined {
  return (error) => {
    if (!isStatus(error, ...statuses)) throw error
    return undefined
  }
}
