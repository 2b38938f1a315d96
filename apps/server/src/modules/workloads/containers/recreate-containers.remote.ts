/**
 * Recreates removed containers of the live release from its frozen configuration, and sends their addresses to the
 * proxy.
 */
import type { Runtime } from '@longshore/remote/runtime'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { EnvironmentSubject } from '../../environments/index.ts'
import { hostnamesByService, publicUrls } from '../../environments/index.ts'
import { isAppKind } from '../../environments/service-kinds.schemas.ts'
import { type EnvironmentWork, placeOf } from '../environment-work.context.ts'
import { proxyNames } from '../server-names.policy.ts'
import { type AppContainerOptions, appContainer } from './app-container.remote.ts'
import { upstreamsOf } from './release-traffic.remote.ts'
import { openEnvironments } from './service-environment.remote.ts'

type Context = Pick<StepContext<EnvironmentSubject>, 'run' | 'signal' | 'fence'>

export async function recreateContainers(work: EnvironmentWork, context: Context, runtime: Runtime): Promise<void> {
  const { organizationId, environmentId } = placeOf(context)
  const { live } = await work.records.desired(organizationId, environmentId)
  if (live === null) return
  const release = await work.records.release(organizationId, live.releaseId)
  const attached = await work.records.attachedHostnames(organizationId, environmentId)
  const known = { hostnames: hostnamesByService(attached), urls: publicUrls(attached) }
  const environments = await openEnvironments(work.records, organizationId, { ...release, ...known })
  const subject = { organizationId, environmentId, deploymentId: live.deploymentId }
  const volumeOf = await work.records.dataVolumes(organizationId, live.services)
  const addresses = new Map<string, string[]>()
  for (const service of live.services) {
    if (service.image === null || !isAppKind(service.kind)) continue
    const options = { subject, service, image: service.image, ...environments.of(service), volumeOf }
    addresses.set(service.name, await ensureSlots(runtime, options, context.signal))
  }
  const upstreams = upstreamsOf(live.services, (name) => addresses.get(name) ?? [])
  if (Object.keys(upstreams).length === 0) return
  const { fence, signal } = context
  const names = proxyNames(environmentId, live.deploymentId)
  await runtime.putRelease({ ...names, fence, services: upstreams }, { signal })
}

/** Running containers stay as they are. */
async function ensureSlots(runtime: Runtime, options: AppContainerOptions, signal: AbortSignal): Promise<string[]> {
  const addresses: string[] = []
  for (let slot = 0; slot < options.service.configuration.replicas; slot += 1) {
    const spec = appContainer(options, slot)
    const known = await runtime.inspectContainer(spec.name, { signal })
    const { address } = known ?? (await runtime.startContainer(spec, { signal }))
    if (address !== null) addresses.push(address)
  }
  return addresses
}
