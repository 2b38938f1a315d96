/** Shows the containers and volumes of an environment as the last sweeps saw them. */
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { listServices, ownVolumes, requireEnvironment, type ServiceRow } from '../../environments/index.ts'
import { isDatabaseKind } from '../../environments/service-kinds.schemas.ts'
import { firstVolume, volumeName } from '../server-names.policy.ts'
import { listDataVolumes } from '../service-data.repository.ts'
import { findObservation, type ObservationRow } from './observations.repository.ts'
import { type InstanceList, StoredInstance, StoredVolume, type VolumeList } from './observations.schemas.ts'

export interface ObservationsService {
  instances(actor: Actor, id: Id<'env'>): Promise<InstanceList>
  volumes(actor: Actor, id: Id<'env'>): Promise<VolumeList>
}

/** Whether scheduled backups of the environment are on. */
export type HasBackups = (tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>) => Promise<boolean>

export function createObservationsService(options: {
  database: Database
  hasBackups: HasBackups
}): ObservationsService {
  const { database, hasBackups } = options
  return {
    instances: ({ organizationId }, id) =>
      database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const services = await listServices(tx, organizationId, [id])
        return toInstances(services, await findObservation(tx, organizationId, id))
      }),
    volumes: ({ organizationId }, id) =>
      database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const services = await listServices(tx, organizationId, [id])
        const ids = services.map((service) => service.id)
        const current = await listDataVolumes(tx, organizationId, ids)
        const seen = await findObservation(tx, organizationId, id)
        const sizes = new Map(
          z
            .array(StoredVolume)
            .parse(seen?.volumes ?? [])
            .map((each) => [each.name, each.sizeBytes]),
        )
        const isBackedUp = await hasBackups(tx, organizationId, id)
        const items = services.flatMap(namedVolumes).map(({ service, name, path }) => {
          // A restore switches to another volume.
          const used = current.find((each) => each.serviceId === service.id && each.name === name)?.volume ?? name
          const sizeBytes = sizes.get(volumeName(service.id, used)) ?? null
          return { serviceId: service.id, serviceName: service.name, name, path, sizeBytes, isBackedUp }
        })
        return { items, measuredAt: seen?.volumesAt ?? null }
      }),
  }
}

/** Leaves out services that were removed from the list, whose containers stay until the next deployment. */
function toInstances(services: readonly ServiceRow[], seen: ObservationRow | undefined): InstanceList {
  const instances = z.array(StoredInstance).parse(seen?.instances ?? [])
  const items = services.flatMap((service) =>
    instances
      .filter(({ serviceId }) => serviceId === service.id)
      .map(({ slot, deploymentId, startedAt, ...rest }) => ({
        ...rest,
        serviceId: service.id,
        serviceName: service.name,
        number: slot + 1,
        deploymentId: deploymentId === null ? null : brandId<'dep'>(deploymentId),
        startedAt: startedAt === null ? null : new Date(startedAt),
      })),
  )
  return { items, observedAt: seen?.instancesAt ?? null }
}

function namedVolumes(service: ServiceRow): { service: ServiceRow; name: string; path: string | null }[] {
  if (isDatabaseKind(service.kind)) return [{ service, name: firstVolume, path: null }]
  return ownVolumes(service.configuration).map(({ name, path }) => ({ service, name, path }))
}
