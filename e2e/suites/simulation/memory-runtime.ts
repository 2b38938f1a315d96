/** The runtime port over an in-memory server. Each call takes time, may be lost before or after its effect, or never end. */
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  type ContainerRuntime,
  type ContainerSpec,
  type ImageFacts,
  type ImageRuntime,
  type Probe,
  type ProbeResult,
  type Runtime,
  RuntimeError,
} from '@longshore/remote/runtime'
import { createContainer, findOwn, refuseFullDisk } from './memory-containers.ts'
import { memoryPrograms } from './memory-programs.ts'
import { memoryProxy } from './memory-proxy.ts'
import {
  answerOf,
  type Behavior,
  lifeOf,
  type MemoryContainer,
  type MemoryImage,
  type MemoryServer,
  stateOf,
  wellBehaved,
} from './memory-server.ts'
import type { Reach } from './reach.ts'

export function memoryRuntime(server: MemoryServer, reach: Reach): Runtime {
  return {
    ...images(server, reach),
    ...things(server, reach),
    ...containers(server, reach),
    ...memoryPrograms(server, reach),
    ...observations(server, reach),
    ...memoryProxy(server, reach),
    facts: (call) =>
      reach.call('facts', call, { takesMs: 5 }, () => ({
        engineVersion: '28.5.0',
        architecture: 'amd64',
        cpus: 4,
        memoryBytes: 16e9,
        memoryAvailableBytes: 8e9,
        diskBytes: 500e9,
        diskFreeBytes: server.isDiskFull ? 1e6 : 400e9,
      })),
  }
}

function images(server: MemoryServer, reach: Reach): ImageRuntime {
  const find = (reference: string) =>
    server.images.get(reference) ?? [...server.images.values()].find((image) => image.tags.has(reference))
  return {
    build: (request, call) => {
      const { hangs } = reach.behaviorOf(request.contextDirectory)
      const takesMs = hangs ? request.limits.timeMs : 1_000 + reach.random() * 60_000
      return reach.call('build', call, { takesMs, isWhole: true }, () => {
        if (hangs) throw new RuntimeError('build_timeout', 'The build took too long and was ended.')
        refuseFullDisk(server)
        const image =
          find(request.tag) ?? addImage(server, request.tag, request.labels, reach.behaviorOf(request.contextDirectory))
        return { id: image.id, sizeBytes: 1e6, architecture: 'amd64', steps: { cached: 0, all: 1 } }
      })
    },
    findImage: (reference, call) =>
      reach.call('findImage', call, { takesMs: 5 }, () => {
        const image = find(reference)
        return image === undefined ? null : factsOf(image)
      }),
    pull: (reference, call) =>
      reach.call('pull', call, { takesMs: 500 + reach.random() * 10_000, isWhole: true }, () => {
        refuseFullDisk(server)
        return factsOf(find(reference) ?? addImage(server, reference, {}, wellBehaved))
      }),
    tagImage: (id, reference, call) =>
      reach.call('tagImage', call, { takesMs: 5 }, () => {
        const image = find(id)
        if (image === undefined) throw new RuntimeError('image_not_found', `no image ${id}`)
        for (const other of server.images.values()) other.tags.delete(reference)
        image.tags.add(reference)
      }),
    removeImage: (reference, call) =>
      reach.call('removeImage', call, { takesMs: 20 }, () => {
        const image = find(reference)
        if (image === undefined) return
        const isUsed = [...server.containers.values()].some((container) => container.spec.image === image.id)
        image.tags.delete(reference)
        if (!isUsed && (image.tags.size === 0 || reference === image.id)) server.images.delete(image.id)
      }),
    listImages: (labels, call) =>
      reach.call('listImages', call, { takesMs: 10 }, () =>
        [...server.images.values()]
          .filter((image) => hasLabels(image.labels, labels))
          .map((image) => ({ ...factsOf(image), tags: [...image.tags] })),
      ),
    listTags: (repository, call) =>
      reach.call('listTags', call, { takesMs: 10 }, () =>
        [...server.images.values()].flatMap(({ tags }) => [...tags].filter((tag) => tag.startsWith(`${repository}:`))),
      ),
    exportImage: (id, call) =>
      reach.call('exportImage', call, { takesMs: 100 }, () => {
        const image = find(id)
        if (image === undefined) throw new RuntimeError('image_not_found', `no image ${id}`)
        return Readable.from([JSON.stringify({ ...image, tags: [...image.tags] })])
      }),
    async importImage(archive, call) {
      const image: MemoryImage & { tags: string[] } = JSON.parse(await text(archive))
      await reach.call('importImage', call, { takesMs: 2_000, isWhole: true }, () => {
        refuseFullDisk(server)
        server.images.set(image.id, { ...image, tags: new Set(image.tags) })
      })
    },
    trimBuildCache: (_keepBytes, call) => reach.call('trimBuildCache', call, { takesMs: 10 }, () => 0),
  }
}

function things(
  server: MemoryServer,
  reach: Reach,
): Pick<
  ContainerRuntime,
  | 'ensureNetwork'
  | 'removeNetwork'
  | 'ensureVolume'
  | 'removeVolume'
  | 'listVolumes'
  | 'measureVolumes'
  | 'listNetworks'
> {
  const mark = { 'longshore.instance': reach.instance }
  const owned = (labels: Readonly<Record<string, string>>) => ({ ...labels, ...mark })
  return {
    ensureNetwork: ({ name, labels, pool: { prefix } }, call) =>
      reach.call('ensureNetwork', call, { takesMs: 90 }, () => {
        const known = server.networks.get(name)
        if (known !== undefined) return known
        const number = server.count()
        const base = `10.210.${number}`
        const made = {
          id: `net-${number}`,
          name,
          labels: owned(labels),
          subnet: `${base}.0/${prefix}`,
          gateway: `${base}.1`,
        }
        server.networks.set(name, made)
        return made
      }),
    removeNetwork: (name, call) =>
      reach.call('removeNetwork', call, { takesMs: 20 }, () => {
        if (hasLabels(server.networks.get(name)?.labels ?? {}, mark)) server.networks.delete(name)
      }),
    ensureVolume: ({ name, labels }, call) =>
      reach.call('ensureVolume', call, { takesMs: 10 }, () => {
        if (!server.volumes.has(name)) server.volumes.set(name, owned(labels))
      }),
    removeVolume: (name, call) =>
      reach.call('removeVolume', call, { takesMs: 10 }, () => {
        if (hasLabels(server.volumes.get(name) ?? {}, mark)) server.volumes.delete(name)
      }),
    listVolumes: (labels, call) =>
      reach.call('listVolumes', call, { takesMs: 10 }, () =>
        [...server.volumes].filter(([, own]) => hasLabels(own, owned(labels))).map(([name]) => ({ name })),
      ),
    measureVolumes: (call) =>
      reach.call('measureVolumes', call, { takesMs: 50 }, () =>
        [...server.volumes]
          .filter(([, own]) => hasLabels(own, mark))
          .map(([name, labels]) => ({ name, labels, sizeBytes: 4_096 })),
      ),
    listNetworks: (labels, call) =>
      reach.call('listNetworks', call, { takesMs: 10 }, () =>
        [...server.networks.values()].filter((network) => hasLabels(network.labels, owned(labels))),
      ),
  }
}

function containers(
  server: MemoryServer,
  reach: Reach,
): Pick<
  ContainerRuntime,
  | 'startContainer'
  | 'stopContainer'
  | 'restartStopped'
  | 'setRestart'
  | 'removeContainer'
  | 'inspectContainer'
  | 'listContainers'
> {
  const { instance } = reach
  const show = (container: MemoryContainer) => stateOf(container, instance, reach.now())
  return {
    startContainer: (spec, call) =>
      reach.call('startContainer', call, { takesMs: 100 + reach.random() * 400 }, () =>
        show(start(server, reach, spec)),
      ),
    inspectContainer: (name, call) =>
      reach.call('inspectContainer', call, { takesMs: 3 }, () => {
        const container = findOwn(server, reach, name)
        return container === undefined ? null : show(container)
      }),
    listContainers: (labels, call) =>
      reach.call('listContainers', call, { takesMs: 5 }, () =>
        [...server.containers.values()]
          .filter((each) => each.instance === instance && hasLabels(each.spec.labels, labels))
          .map(show),
      ),
    stopContainer: (name, call) =>
      reach.call('stopContainer', call, { takesMs: 100 + reach.random() * 1_000 }, () => stop(server, reach, name)),
    setRestart: (name, restart, call) =>
      reach.call('setRestart', call, { takesMs: 10 }, () => {
        const container = findOwn(server, reach, name)
        if (container !== undefined) container.restart = restart
      }),
    restartStopped: (name, call) =>
      reach.call('restartStopped', call, { takesMs: 100 }, () => {
        const container = findOwn(server, reach, name)
        if (container === undefined) throw new RuntimeError('container_start_failed', `no container ${name}`)
        container.startedAt ??= reach.now()
        return show(container)
      }),
    removeContainer: (name, call) =>
      reach.call('removeContainer', call, { takesMs: 50 }, () => remove(server, reach, name)),
  }
}

function observations(
  server: MemoryServer,
  reach: Reach,
): Pick<ContainerRuntime, 'readLogTail' | 'execIn' | 'probe' | 'listListening'> {
  const answer = (name: string) => {
    const container = server.containers.get(name)
    return container === undefined ? null : answerOf(container, reach.now())
  }
  return {
    readLogTail: (_name, call) => reach.call('readLogTail', call, { takesMs: 5 }, () => 'its last line\n'),
    execIn: (name, _argv, call) =>
      reach.call('execIn', call, { takesMs: 50 }, () => {
        const status = answer(name)
        return { exitCode: status !== null && status < 400 ? 0 : 1, output: '' }
      }),
    probe: (probe, call) => reach.call('probe', call, { takesMs: 10 }, () => ask(server, probe, reach.now())),
    listListening: (name, call) =>
      reach.call('listListening', call, { takesMs: 20 }, () => (answer(name) === null ? [] : ['0.0.0.0:3000'])),
  }
}

function start(server: MemoryServer, reach: Reach, spec: ContainerSpec): MemoryContainer {
  const known = findOwn(server, reach, spec.name)
  if (known !== undefined && JSON.stringify(known.spec) === JSON.stringify(spec)) {
    refuseFullDisk(server)
    if (known.startedAt === null || lifeOf(known, reach.now()).state === 'exited') known.startedAt = reach.now()
    return known
  }
  const made = createContainer(server, reach, spec)
  made.startedAt = reach.now()
  server.note({ at: reach.now(), kind: 'start', what: spec.name })
  return made
}

function stop(server: MemoryServer, reach: Reach, name: string): void {
  const container = findOwn(server, reach, name)
  if (container === undefined) return
  container.startedAt = null
  container.exitCode = 143
  server.note({ at: reach.now(), kind: 'stop', what: name })
}

function remove(server: MemoryServer, reach: Reach, name: string): void {
  if (findOwn(server, reach, name) === undefined) return
  server.containers.delete(name)
  server.note({ at: reach.now(), kind: 'remove', what: name })
}

function ask(server: MemoryServer, probe: Probe, now: number): ProbeResult {
  const isProxy = ['127.0.0.1', '::1'].includes(probe.address)
  const container = isProxy
    ? behindProxy(server, probe)
    : [...server.containers.values()].find((each) => each.address === probe.address && each.startedAt !== null)
  if (container === undefined)
    return isProxy
      ? { ok: true, status: 404, durationMs: 1, headers: {} }
      : { ok: false, reason: 'unreachable', detail: 'nobody is there' }
  const status = answerOf(container, now)
  if (status === null)
    return isProxy
      ? { ok: true, status: 502, durationMs: 1, headers: {} }
      : { ok: false, reason: 'refused', detail: 'connection refused' }
  return { ok: true, status: probe.type === 'tcp' ? null : status, durationMs: 1, headers: {} }
}

function behindProxy(server: MemoryServer, probe: Probe): MemoryContainer | undefined {
  const route = probe.type === 'http' ? server.configuration.hosts[probe.hostname] : undefined
  const environment = server.environments.get(route?.environment ?? '')
  const [address = ''] = environment?.releases.get(environment.current ?? '')?.[route?.service ?? ''] ?? []
  return [...server.containers.values()].find((each) => address.startsWith(`${each.address}:`))
}

function addImage(
  server: MemoryServer,
  tag: string,
  labels: Readonly<Record<string, string>>,
  behavior: Behavior,
): MemoryImage {
  const id = `sha256:${String(server.count()).padStart(64, '0')}`
  const image = { id, tags: new Set([tag]), digest: null, labels, behavior }
  server.images.set(id, image)
  return image
}

function factsOf({ id, digest, labels }: MemoryImage): ImageFacts {
  return { id, digest, labels, architecture: 'amd64', sizeBytes: 1e6, exposedPorts: [3000] }
}

export function hasLabels(own: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => own[name] === value)
}
