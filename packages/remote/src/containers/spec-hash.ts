/** Identifies a specification: a container with the same hash isn't replaced; pure. */
import { createHash } from 'node:crypto'
import type { ContainerFile, ContainerOptions, ContainerSpec, Grants } from '../runtime/container-spec.ts'

/** The same for the same specification, whatever IP address the container gets. */
export function hashOf(spec: ContainerSpec): string {
  const { name, image, command, environment, network, aliases, volumes, memoryBytes, cpus, pids } = spec
  const { stopGraceSeconds, restart, capabilities = 'app', piped, beside, confined, covered, publishes } = spec
  const published = publishes === undefined ? undefined : [publishes.port, publishes.loopbackPort]
  const later = [piped, beside, confined, covered, published].filter((each) => each !== undefined)
  const labels = Object.entries(spec.labels).sort(byName)
  const mounts = volumes.map((each) => [each.name, each.path])
  const parts = [name, labels, image, command, environment, network, aliases, mounts, memoryBytes, cpus, pids]
  const added = [
    ...taggedList('options', setOptions(spec.options)),
    ...taggedList('files', fileHashes(spec.files)),
    ...taggedList('grants', grantsOf(spec.grants)),
    ...taggedList('loopbackNames', Object.entries(spec.loopbackNames ?? {}).sort(byName)),
  ]
  return sha256(JSON.stringify([...parts, stopGraceSeconds, restart, capabilities, ...later, ...added])).slice(0, 40)
}

/** Nothing for an empty list: containers from before there were options keep their hash. */
function taggedList(tag: string, list: readonly unknown[]): unknown[] {
  return list.length === 0 ? [] : [{ [tag]: list }]
}

/** Options that change anything, in one order: the same settings can arrive with other keys first. */
function setOptions(options: ContainerOptions = {}): unknown[] {
  const { readOnly = false, memoryFolders = [], ulimits = [], sysctls = {}, extraHosts = [] } = options
  const values = {
    ...options,
    readOnly: readOnly ? true : undefined,
    memoryFolders: memoryFolders.map(({ path, sizeBytes, mode, uid, gid }) => [path, sizeBytes, mode, uid, gid]),
    ulimits: ulimits.map(({ name, soft, hard }) => [name, soft, hard]),
    sysctls: Object.entries(sysctls).sort(byName),
    extraHosts: extraHosts.map(({ hostname, address }) => [hostname, address]),
  }
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .sort(byName)
}

function grantsOf({ hostMounts = [], capabilities = [], devices = [] }: Grants = {}): unknown[] {
  const mounts = hostMounts.map(({ source, path, readOnly }) => [source, path, readOnly])
  return mounts.length + capabilities.length + devices.length === 0 ? [] : [mounts, capabilities, devices]
}

function fileHashes(files: readonly ContainerFile[] = []): unknown[] {
  return files.map(({ path, content, mode, uid, gid }) => [
    path,
    sha256(content),
    mode,
    ...(uid === undefined && gid === undefined ? [] : [uid ?? 0, gid ?? 0]),
  ])
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
