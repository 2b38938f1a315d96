/** Switches an environment's traffic on a server outside of deployments. An environment without traffic returns 503. */
import type { Runtime } from '@longshore/remote/runtime'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import type { FrozenService } from '../release.schemas.ts'
import { proxyNames } from '../server-names.policy.ts'
import { routedServices } from './routed-services.policy.ts'

interface FencedCall {
  readonly environmentId: Id<'env'>
  readonly fence: number
  readonly signal: AbortSignal
}

type Services = readonly Pick<FrozenService, 'name' | 'kind' | 'configuration'>[]

/** Returns where each routed service listens. */
export function upstreamsOf(
  services: Services,
  addressesOf: (service: string) => readonly string[],
): Record<string, string[]> {
  return Object.fromEntries(
    routedServices(services).map(({ name, port }) => [name, addressesOf(name).map((address) => `${address}:${port}`)]),
  )
}

/** Also compares the fence, so a replaced worker stops nothing. A stopped proxy isn't started for this. */
export async function takeTrafficAway(
  runtime: Pick<Runtime, 'readProxy' | 'switchRelease'>,
  { environmentId, fence, signal }: FencedCall,
): Promise<void> {
  const environment = encodeId('env', environmentId)
  if (!(await runtime.readProxy({ signal })).isRunning) return
  await runtime.switchRelease({ environment, release: null, fence }, { signal })
}

/** Includes the addresses, because the proxy may have lost them. */
export async function giveTraffic(
  runtime: Pick<Runtime, 'switchRelease'>,
  { environmentId, fence, signal }: FencedCall,
  to: { deploymentId: Id<'dep'>; services: Readonly<Record<string, readonly string[]>> },
): Promise<void> {
  if (Object.keys(to.services).length === 0) return
  const names = proxyNames(environmentId, to.deploymentId)
  await runtime.switchRelease({ ...names, fence, services: to.services }, { signal })
}
