/** The only file that names `service_credentials`. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

export interface ServiceCredentialRow {
  id: Id<'crd'>
  serviceId: Id<'svc'>
  username: string
  databaseName: string
  sealedPassword: string
}

export async function insertServiceCredentials(
  tx: Tx,
  organizationId: OrganizationId,
  credentials: readonly ServiceCredentialRow[],
): Promise<void> {
  if (credentials.length === 0) return
  await tx
    .insertInto('service_credentials')
    .values(
      credentials.map((credential) => ({
        id: credential.id,
        organization_id: organizationId,
        service_id: credential.serviceId,
        username: credential.username,
        database_name: credential.databaseName,
        sealed_password: credential.sealedPassword,
      })),
    )
    .execute()
}

export async function findServiceCredential(
  tx: Tx,
  organizationId: OrganizationId,
  serviceId: Id<'svc'>,
): Promise<ServiceCredentialRow | undefined> {
  const row = await tx
    .selectFrom('service_credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: brandId<'crd'>(row.id),
    serviceId: brandId<'svc'>(row.service_id),
    username: row.username,
    databaseName: row.database_name,
    sealedPassword: row.sealed_password,
  }
}
