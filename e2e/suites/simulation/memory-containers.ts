/** An in-memory server's containers before they run. */
import { type ContainerSpec, RuntimeError } from '@longshore/remote/runtime'
import type { MemoryContainer, MemoryServer } from './memory-server.ts'
import type { Reach } from './reach.ts'

export function findOwn(server: MemoryServer, { instance }: Reach, name: string): MemoryContainer | undefined {
  const found = server.containers.get(name)
  return found?.instance === instance ? found : undefined
}

/** Created and not started. It replaces a container of the same name. */
export function createContainer(
  server: MemoryServer,
  reach: Reach,
  spec: ContainerSpec,
  more: Pick<MemoryContainer, 'runsForMs'> = {},
): MemoryContainer {
  refuseFullDisk(server)
  if (spec.volumes.some(({ name }) => !/^[a-z0-9][a-z0-9_.-]{0,200}$/i.test(name)))
    throw new RuntimeError('policy_refused', 'a folder of the server is no volume')
  const image = server.images.get(spec.image)
  if (image === undefined) throw new RuntimeError('image_not_found', `no image ${spec.image}`)
  const network = spec.network ?? ''
  if (!server.networks.has(network)) throw new RuntimeError('engine_refused', `no network ${network}`)
  const known = server.containers.get(spec.name)
  if (known !== undefined && known.instance !== reach.instance)
    throw new RuntimeError('engine_refused', `${spec.name} belongs to somebody else`)
  server.containers.delete(spec.name)
  const address = server.freeAddress(network)
  if (address === '') throw new RuntimeError('no_free_address', 'no address is free')
  const id = `container-${server.count()}`
  const { instance } = reach
  const { behavior } = image
  const made: MemoryContainer = { id, instance, spec, address, behavior, startedAt: null, exitCode: null, ...more }
  server.containers.set(spec.name, made)
  return made
}

export function refuseFullDisk(server: MemoryServer): void {
  if (server.isDiskFull) throw new RuntimeError('disk_full', 'no space left on device')
}
