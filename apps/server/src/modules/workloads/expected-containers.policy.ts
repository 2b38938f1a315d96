/** Lists the containers that must run while a release is live. Pure. */
import type { Id } from '../../platform/ids/brand.ts'
import { isAppKind, isDatabaseKind } from '../environments/service-kinds.schemas.ts'
import type { FrozenService } from './release.schemas.ts'
import { appContainerName, databaseContainerName } from './server-names.policy.ts'

export interface ExpectedContainer {
  name: string
  service: string
  isDatabase: boolean
}

export function expectedContainers(deploymentId: Id<'dep'>, services: readonly FrozenService[]): ExpectedContainer[] {
  return services.flatMap((service): ExpectedContainer[] => {
    const id = service.serviceId
    if (isDatabaseKind(service.kind))
      return [{ name: databaseContainerName(id), service: service.name, isDatabase: true }]
    if (!isAppKind(service.kind)) return []
    return Array.from({ length: service.configuration.replicas }, (_, slot) => ({
      name: appContainerName(deploymentId, id, slot),
      service: service.name,
      isDatabase: false,
    }))
  })
}
