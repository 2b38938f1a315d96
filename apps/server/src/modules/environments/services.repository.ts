/** The only file that names `services`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Services } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ServiceKind } from './service-kinds.schemas.ts'
import type { ServiceConfiguration } from './services.schemas.ts'

type Narrow = { kind: ServiceKind; configuration: ServiceConfiguration }
type Selected = Omit<Selectable<Services>, keyof Narrow> & Narrow
export type ServiceRow = Omit<Selected, 'id' | 'environment_id'> & { id: Id<'svc'>; environment_id: Id<'env'> }

export interface NewService {
  id: Id<'svc'>
  name: string
  /** Position in the list. Defaults to the index in the inserted rows. */
  position?: number
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
      services.map((service, index) => ({
        id: service.id,
        organization_id: organizationId,
        environment_id: environmentId,
        name: service.name,
        kind: service.kind,
        position: service.position ?? index,
        configuration: JSON.stringify(service.configuration),
        owned_by_file: [...service.ownedByFile],
      })),
    )
    .returningAll()
    .$narrowType<Narrow>()
    .execute()
  return rows
}

/** Lists services in the order of the desired list. */
export async function listServices(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<ServiceRow[]> {
  if (environmentIds.length === 0) return []
  const rows = await tx
    .selectFrom('services')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', 'in', environmentIds)
    .orderBy('environment_id')
    .orderBy('position')
    .orderBy('id')
    .$narrowType<Narrow>()
    .execute()
  return rows
}

export async function findService(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'svc'>,
): Promise<ServiceRow | undefined> {
  return await tx
    .selectFrom('services')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

export async function updateService(
  tx: Tx,
  organizationId: OrganizationId,
  service: Omit<NewService, 'name' | 'ownedByFile'> & { position: number },
): Promise<void> {
  await tx
    .updateTable('services')
    .set({
      kind: service.kind,
      position: service.position,
      configuration: JSON.stringify(service.configuration),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', service.id)
    .execute()
}

/**
 * Saves which fields the file in the repository controls. No person changed the service, so its version stays the same.
 */
export async function saveOwnedFields(
  tx: Tx,
  organizationId: OrganizationId,
  service: { id: Id<'svc'>; fields: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('services')
    .set({ owned_by_file: [...service.fields] })
    .where('organization_id', '=', organizationId)
    .where('id', '=', service.id)
    .execute()
}

export async function deleteServices(tx: Tx, organizationId: OrganizationId, ids: readonly Id<'svc'>[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('services').where('organization_id', '=', organizationId).where('id', 'in', ids).execute()
}
