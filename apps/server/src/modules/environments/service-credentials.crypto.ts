/** Creates and seals database passwords. Only the worker opens them. */
import { randomBytes } from 'node:crypto'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf, defineSealedColumn } from '../../platform/secrets/sealed-column.ts'
import type { ServiceCredentialRow } from './service-credentials.repository.ts'
import type { ServiceKind } from './service-kinds.schemas.ts'

export const servicePassword = defineSealedColumn({
  table: 'service_credentials',
  idColumn: 'id',
  column: 'sealed_password',
  organizationColumn: 'organization_id',
})

/** Password that a rotation is about to set. */
export const nextServicePassword = defineSealedColumn({
  table: 'service_credentials',
  idColumn: 'id',
  column: 'sealed_next_password',
  organizationColumn: 'organization_id',
})

export function newServicePassword(): string {
  return randomBytes(24).toString('hex')
}

/** Uses only digits and letters, because the password is used in URLs and unquoted configuration. */
export async function newServiceCredential(
  sealer: Sealer,
  organizationId: OrganizationId,
  service: { id: Id<'svc'>; kind: ServiceKind },
): Promise<ServiceCredentialRow> {
  const id = newId('crd')
  const password = newServicePassword()
  return {
    id,
    serviceId: service.id,
    // Redis has users, but its clients expect this one.
    username: service.kind === 'redis' ? 'default' : 'app',
    databaseName: service.kind === 'redis' ? 'default' : 'app',
    sealedPassword: await sealer.seal(contextOf(servicePassword, id, organizationId), password),
  }
}
