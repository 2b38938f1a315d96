/** Opens variable values and database passwords for a deployment. They stay in the worker's memory. */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { servicePassword } from './service-credentials.crypto.ts'
import { findServiceCredential } from './service-credentials.repository.ts'
import { variableValue } from './variable-values.crypto.ts'
import { findVariableVersions, type VariableRow } from './variables.repository.ts'
import type { VariableScope } from './variables.schemas.ts'

export interface OpenedVariable {
  key: string
  value: Secret
  isSecret: boolean
  /** Build-only variables aren't passed to containers. */
  scope: VariableScope
  /** Whether the value has references to other variables. */
  expand: boolean
}

export interface OpenedCredential {
  username: string
  databaseName: string
  password: Secret
}

export interface OpenSecrets {
  /** Throws when a version is missing, because a release must not start without one of its variables. */
  openVariables(
    organizationId: OrganizationId,
    ids: readonly Id<'var'>[],
  ): Promise<ReadonlyMap<Id<'var'>, OpenedVariable>>
  openCredentials(organizationId: OrganizationId, serviceId: Id<'svc'>): Promise<OpenedCredential>
}

export function createOpenSecrets({ database, unsealer }: { database: Database; unsealer: Unsealer }): OpenSecrets {
  return {
    async openVariables(organizationId, ids) {
      const rows = await database.tenant(organizationId, (tx) => findVariableVersions(tx, organizationId, ids))
      const opened = await Promise.all(
        rows.map(async (row) => [row.id, await openVariable(unsealer, organizationId, row)] as const),
      )
      const values = new Map(opened)
      const missing = ids.filter((id) => !values.has(id))
      if (missing.length > 0) throw new Error(`versions of variables are gone: ${missing.join(', ')}`)
      return values
    },
    async openCredentials(organizationId, serviceId) {
      const row = await database.tenant(organizationId, (tx) => findServiceCredential(tx, organizationId, serviceId))
      if (row === undefined) throw new Error(`service ${serviceId} has no credentials`)
      const { username, databaseName, sealedPassword } = row
      const context = contextOf(servicePassword, row.id, organizationId)
      return { username, databaseName, password: await unsealer.unseal(context, sealedPassword) }
    },
  }
}

export async function openVariable(
  unsealer: Unsealer,
  organizationId: OrganizationId,
  row: VariableRow,
): Promise<OpenedVariable> {
  const { key, sealed_value: sealedValue, is_secret: isSecret, scope, expand } = row
  if (sealedValue === null) return { key, value: new Secret(row.value ?? ''), isSecret, scope, expand }
  const context = contextOf(variableValue, row.id, organizationId)
  return { key, value: await unsealer.unseal(context, sealedValue), isSecret, scope, expand }
}
