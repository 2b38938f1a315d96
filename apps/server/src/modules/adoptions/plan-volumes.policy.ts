/** Decides which volumes an environment gets for the data of a running stack. Pure. */
import { freeName, volumeNameOf } from './plan-names.policy.ts'
import type { RunningService } from './running-stack.policy.ts'

/** A new volume, and where its data comes from. */
export interface DataVolume {
  /** Service of the environment that owns it. */
  readonly service: string
  readonly volume: string
  readonly containerId: string
  readonly path: string
  readonly source: string
}

interface Naming {
  readonly nameOf: (service: RunningService) => string
  readonly isFile: (service: string, path: string) => boolean
  /** Name of the compose project. Docker Compose puts it in front of the names of volumes. */
  readonly project: string
}

/** Services that mount the same source share one volume. It belongs to the first that can write to it. */
export function planData(services: readonly RunningService[], { nameOf, isFile, project }: Naming): DataVolume[] {
  const found = services.flatMap((service) =>
    service.mounts.filter(({ path }) => !isFile(service.name, path)).map((mount) => ({ service, mount })),
  )
  const bySource = Map.groupBy(found, ({ mount }) => mount.source)
  const taken = new Map<string, Set<string>>()
  return [...bySource.values()].flatMap((mounts) => {
    const owner = mounts.find(({ mount }) => !mount.isReadOnly) ?? mounts[0]
    const containerId = owner?.service.containers[0]?.id
    if (owner === undefined || containerId === undefined) return []
    const service = nameOf(owner.service)
    const names = taken.get(service) ?? new Set<string>()
    const volume = freeName(volumeNameOf(owner.mount.source, owner.mount.path, project), names)
    names.add(volume)
    taken.set(service, names)
    return [{ service, volume, containerId, path: owner.mount.path, source: owner.mount.source }]
  })
}

/** Mounts of a service, in the form of its settings. */
export function volumesOf(service: RunningService, data: readonly DataVolume[]) {
  return service.mounts.flatMap(({ source, path }) => {
    const volume = data.find((each) => each.source === source)
    if (volume === undefined) return []
    const isOwn = service.containers.some(({ id }) => id === volume.containerId)
    return [{ name: volume.volume, path, service: isOwn ? null : volume.service }]
  })
}
