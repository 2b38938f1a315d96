/** The only file that names `service_credentials`. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

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
    id: row.id,
    serviceId: row.service_id,
    username: row.username,
    databaseName: row.database_name,
    sealedPassword: row.sealed_password,
  }
}

/** Keeps the first requested password until it is in use, because the database may already have it. */
export async function saveNextPassword(
  tx: Tx,
  organizationId: OrganizationId,
  { id, sealedNextPassword }: { id: Id<'crd'>; sealedNextPassword: string },
): Promise<void> {
  await tx
    .updateTable('service_credentials')
    .set({ sealed_next_password: sql`coalesce(sealed_next_password, ${sealedNextPassword})` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function findNextPassword(tx: Tx, organizationId: OrganizationId, id: Id<'crd'>): Promise<string | null> {
  const row = await tx
    .selectFrom('service_credentials')
    .select('sealed_next_password')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sealed_next_password ?? null
}

/** Makes the next password the current one. */
export async function takeNextPassword(
  tx: Tx,
  organizationId: OrganizationId,
  { id, sealedPassword }: { id: Id<'crd'>; sealedPassword: string },
): Promise<void> {
  await tx
    .updateTable('service_credentials')
    .set({ sealed_password: sealedPassword, sealed_next_password: null, rotated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
