/**
 * Removes everything of an environment from one server: hostnames first, so visitors aren't sent to something that is
 * being removed, and volumes last. It touches only resources with our labels and the environment's. Idempotent.
 */
import type { Runtime } from '@longshore/remote/runtime'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import type { EnvironmentSubject } from '../../environments/index.ts'
import { inStopOrder, isRunning } from '../containers/containers-in-order.remote.ts'
import { loadProxy } from '../containers/load-proxy.remote.ts'
import { removeImages } from '../containers/remove-images.remote.ts'
import { type EnvironmentWork, labelsOfEnvironment, placeOf } from '../environment-work.context.ts'
import { surplusImageNames } from '../image-names.policy.ts'
import type { FrozenImage } from '../release.schemas.ts'
import { imageRepository } from '../server-names.policy.ts'
import { hasRole } from './read-server.remote.ts'

type Context = Pick<StepContext<EnvironmentSubject>, 'run' | 'signal' | 'fence' | 'write'>

const graceSeconds = 10

/** `keepData` keeps the volumes, for an environment that moves. `images` are more images that it used there. */
export async function takeDown(
  work: EnvironmentWork,
  context: Context,
  on: { serverId: Id<'srv'>; runtime: Runtime; keepData: boolean; images?: readonly FrozenImage[] },
): Promise<void> {
  const { organizationId, environmentId } = placeOf(context)
  const { runtime, serverId, keepData, images = [] } = on
  const { signal, fence } = context
  const labels = labelsOfEnvironment(environmentId)
  await loadProxy(work.records, context, { organizationId, serverId, runtime, onlyIfRunning: true })
  // A stopped proxy isn't started for this: another program can have its ports. The sweep removes what it still knows.
  if ((await runtime.readProxy({ signal })).isRunning)
    await runtime.removeEnvironment({ environment: encodeId('env', environmentId), fence }, { signal })
  const containers = (await runtime.listContainers(labels, { signal })).filter(hasRole)
  for (const group of inStopOrder(containers)) {
    await Promise.all(
      group.map(async (each) => {
        if (isRunning(each)) await runtime.stopContainer(each.name, { signal, graceSeconds })
        await runtime.removeContainer(each.name, { signal })
      }),
    )
  }
  for (const network of await runtime.listNetworks(labels, { signal })) {
    await runtime.removeNetwork(network.name, { signal })
  }
  for (const image of await runtime.listImages(labels, { signal })) await runtime.removeImage(image.id, { signal })
  // Pulled images don't have our labels.
  const releases = await work.records.otherReleases(organizationId, environmentId, null)
  const services = [...releases.flatMap((each) => each.services), ...images.map((image) => ({ image }))]
  await removeImages(runtime, surplusImageNames(environmentId, services, []), { signal })
  // Failed deployments have no release.
  for (const tag of await runtime.listTags(imageRepository(environmentId), { signal }))
    await runtime.removeImage(tag, { signal })
  if (keepData) return
  for (const volume of await runtime.listVolumes(labels, { signal }))
    await runtime.removeVolume(volume.name, { signal })
}
