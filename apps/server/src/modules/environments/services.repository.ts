/** The only file that names `services`. */
import type { Selectable } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Services } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { ServiceConfiguration, ServiceKind } from './services.schemas.ts'

type Narrow = { kind: ServiceKind; configuration: ServiceConfiguration }
type Selected = Omit<Selectable<Services>, keyof Narrow> & Narrow
export type ServiceRow = Omit<Selected, 'id' | 'environment_id'> & { id: Id<'svc'>; environment_id: Id<'env'> }

export interface NewService {
  id: Id<'svc'>
  name: string
  kind: ServiceKind
  configuration: ServiceConfiguration
  ownedByFile: readonly string[]
}

export async function insertServices(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, services }: { environmentId: Id<'env'>; services: readonly NewService[] },
): Promise<ServiceRow[]> {
  if (services.length === 0) return []
  const rows = await tx
    .insertInto('services')
    .values(
      services.map((service, position) => ({
        id: service.id,
        organization_id: organizationId,
        environment_id: environmentId,
        name: service.name,
        kind: service.kind,
        position,
        configuration: JSON.stringify(service.configuration),
        owned_by_file: [...service.ownedByFile],
      })),
    )
    .returningAll()
    .$narrowType<Narrow>()
    .execute()
  return rows.map(brand)
}

function brand(row: Selected): ServiceRow {
  return { ...row, id: brandId<'svc'>(row.id), environment_id: brandId<'env'>(row.environment_id) }
}
