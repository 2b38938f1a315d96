/** Opens the credential for an image, for one use. */
import type { RegistryCredential } from '@longshore/remote/runtime'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { findRegistryOf } from './registries.repository.ts'
import { registryOf } from './registry-host.policy.ts'
import { registryPassword } from './registry-password.crypto.ts'

export type OpenRegistry = (
  organizationId: OrganizationId,
  imageReference: string,
) => Promise<RegistryCredential | null>

export function createOpenRegistry({ database, unsealer }: { database: Database; unsealer: Unsealer }): OpenRegistry {
  return async (organizationId, imageReference) => {
    const host = registryOf(imageReference)
    const row = await database.tenant(organizationId, (tx) => findRegistryOf(tx, organizationId, host))
    if (row === undefined) return null
    const context = contextOf(registryPassword, row.id, organizationId)
    const password = await unsealer.unseal(context, row.sealed_password)
    return { host, username: row.username, password: password.reveal() }
  }
}
