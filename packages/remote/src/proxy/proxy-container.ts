/**
 * The proxy container: on the host network, with only the right to open ports 80 and 443, and its own volume. Each
 * version has its own name, so that a new one starts next to the old one and takes over its ports.
 */

import { type ContainerSummary, type Engine, isStatus } from '../docker/index.ts'
import { instanceLabel } from '../docker/label-names.ts'
import { filtersOf } from '../docker/ownership.ts'
import type { Call } from '../runtime/runtime.ts'
import { imageTag } from './image-archive.ts'
import { proxyGeneration } from './proxy-generation.ts'
import { proxyName } from './proxy-name.ts'

export const roleLabel = 'longshore.role'
const versionLabel = 'longshore.proxy-version'
const generationLabel = 'longshore.proxy-generation'
export const volumeName = 'longshore-proxy'

export interface ProxyContainer {
  readonly id: string
  readonly version: string
  /** 0 for a release from before generations were counted. */
  readonly generation: number
  readonly isRunning: boolean
}

export async function listProxies(engine: Engine, instance: string, call: Call): Promise<ProxyContainer[]> {
  const found = await engine.listContainers({ ...call, all: true, filters: proxyFilters(instance) })
  return found.map(toProxy)
}

function proxyFilters(instance: string): { label: string[] } {
  return filtersOf(instance, { [roleLabel]: 'proxy' })
}

function toProxy({ Id, State, Labels }: ContainerSummary): ProxyContainer {
  const generation = Number.parseInt(Labels[generationLabel] ?? '', 10) || 0
  return { id: Id, version: Labels[versionLabel] ?? '', generation, isRunning: State === 'running' }
}

/** Resolves when the container runs, created by this call or a concurrent one. */
export async function startProxy(
  engine: Engine,
  { instance, version }: { instance: string; version: string },
  call: Call,
): Promise<string> {
  const name = proxyName(version)
  const labels = { [instanceLabel]: instance, [roleLabel]: 'proxy' }
  await engine.createVolume({ Name: volumeName, Labels: labels }, call)
  await engine
    .createContainer(name, containerBody({ ...labels, ...ownLabels(version) }, imageTag(version)), call)
    .catch((error: unknown) => {
      if (!isStatus(error, 409)) throw error
    })
  // 304 means that it runs already, which isn't an error.
  await engine.startContainer(name, call)
  return name
}

function ownLabels(version: string): Record<string, string> {
  return { [versionLabel]: version, [generationLabel]: String(proxyGeneration) }
}

function containerBody(labels: Record<string, string>, image: string) {
  return {
    Image: image,
    Labels: labels,
    StopTimeout: 30,
    HostConfig: {
      NetworkMode: 'host',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      CapAdd: ['NET_BIND_SERVICE'],
      SecurityOpt: ['no-new-privileges'],
      RestartPolicy: { Name: 'always' },
      PidsLimit: 2_048,
      Tmpfs: { '/run': 'rw,nosuid,nodev,noexec,size=1m,mode=0700' },
      Mounts: [{ Type: 'volume', Source: volumeName, Target: '/data' }],
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
    },
  }
}
