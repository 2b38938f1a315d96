/**
 * Takes the proxy from a server: its containers, every image of it, and its volume, which holds private keys, accounts at
 * certificate authorities and the configuration. Only for a server that is ours: the volume may carry another instance's label.
 */
import { type Engine, isStatus } from '../docker/index.ts'
import type { Call } from '../runtime/runtime.ts'
import { imageRepository } from './image-archive.ts'
import { listProxies, roleLabel, volumeName } from './proxy-container.ts'

export async function removeProxy(engine: Engine, instance: string, call: Call): Promise<void> {
  for (const { id } of await listProxies(engine, instance, call))
    await engine.removeContainer(id, { ...call, force: true }).catch(ignoreNotFound)
  // Also those that an upgrade could not remove.
  const images = await engine.listImages({ ...call, filters: { reference: [imageRepository] } })
  for (const tag of images.flatMap(({ RepoTags }) => RepoTags))
    await engine.removeImage(tag, call).catch(ignoreNotFound)
  const volumes = await engine.listVolumes({ ...call, filters: { label: [`${roleLabel}=proxy`] } })
  if (volumes.some(({ Name }) => Name === volumeName)) await engine.removeVolume(volumeName, call).catch(ignoreNotFound)
}

/** Also: removed by another call at this moment, or used elsewhere. */
export function ignoreNotFound(error: unknown): void {
  if (!isStatus(error, 304, 404, 409)) throw error
}
