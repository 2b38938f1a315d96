/**
 * Takes everything of an environment from one server: first its hostnames, so that nobody is sent to what is going; volumes
 * last. Only what carries our labels and the environment's, and again at will.
 */
import { type Runtime, RuntimeError } from '@longshore/remote/runtime'
import type { StepContext } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import type { EnvironmentSubject } from '../../../environments/index.ts'
import { hasRole } from '../reconcile/read-server.ts'
import { inStopOrder, isRunning } from './containers-in-order.ts'
import { type EnvironmentWork, labelsOfEnvironment, placeOf } from './environment-work.ts'

type Context = Pick<StepContext<EnvironmentSubject>, 'run' | 'signal' | 'fence' | 'write'>

const graceSeconds = 10

/** `keepData`: volumes stay, for an environment that moves. */
export async function takeDown(
  work: EnvironmentWork,
  context: Context,
  on: { serverId: Id<'srv'>; runtime: Runtime; keepData: boolean },
): Promise<void> {
  const { environmentId } = placeOf(context)
  const { runtime, serverId, keepData } = on
  const { signal, fence } = context
  const labels = labelsOfEnvironment(environmentId)
  await loadProxy(work, context, { serverId, runtime })
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
  if (keepData) return
  for (const volume of await runtime.listVolumes(labels, { signal }))
    await runtime.removeVolume(volume.name, { signal })
}

/** The proxy gets the configuration without the environment's hostnames, if it has an older one. */
async function loadProxy(
  { records }: EnvironmentWork,
  context: Context,
  { serverId, runtime }: { serverId: Id<'srv'>; runtime: Runtime },
): Promise<void> {
  const { organizationId } = placeOf(context)
  const configuration = await records.proxyConfiguration(organizationId, serverId)
  if (configuration === null) return
  const { isRunning: isThere } = await runtime.readProxy({ signal: context.signal })
  if (!isThere) return
  await runtime.loadConfiguration(configuration, { signal: context.signal }).catch((error: unknown) => {
    // Somebody loaded a newer one, which does not hold these hostnames either.
    if (!(error instanceof RuntimeError) || error.code !== 'stale_fence') throw error
  })
  await context.write((tx) => records.markProxyLoaded(tx, organizationId, serverId, configuration.version))
}
