import { isRoutedKind } from '../../environments/service-kinds.schemas.ts'
import type { FrozenService } from '../release.schemas.ts'

/** Returns the services that the proxy sends requests to. */
export function routedServices<Service extends Pick<FrozenService, 'kind' | 'configuration'>>(
  services: readonly Service[],
): (Service & { port: number })[] {
  return services.flatMap((service) => {
    const { port } = service.configuration
    const isRouted = isRoutedKind(service.kind) && port !== null
    return isRouted ? [{ ...service, port }] : []
  })
}
