/**
 * Removes the proxy from a server: its containers, all of its images, and its volume, which contains private keys,
 * accounts at certificate authorities, and the configuration. Only for a server of this instance: the volume can carry
 * the label of another one.
 */
import { type Engine, isStatus } from '../docker/index.ts'
import type { Call } from '../runtime/runtime.ts'
import { imageRepository } from './image-archive.ts'
import { listProxies, roleLabel, volumeName } from './proxy-container.ts'

export async function removeProxy(engine: Engine, instance: string, call: Call): Promise<void> {
  for (const { id } of await listProxies(engine, instance, call))
    await engine.removeContainer(id, { ...call, force: true }).catch(ignoreNotFound)
  // Include images that an upgrade couldn't remove.
  const images = await engine.listImages({ ...call, filters: { reference: [imageRepository] } })
  for (const tag of images.flatMap(({ RepoTags }) => RepoTags))
    await engine.removeImage(tag, call).catch(ignoreNotFound)
  const volumes = await engine.listVolumes({ ...call, filters: { label: [`${roleLabel}=proxy`] } })
  if (volumes.some(({ Name }) => Name === volumeName)) await engine.removeVolume(volumeName, call).catch(ignoreNotFound)
}

/** Also ignores a concurrent removal and a resource that is in use. */
export function ignoreNotFound(error: unknown): void {
  if (!isStatus(error, 304, 404, 409)) throw error
}
