/** Reads the variables that can be copied to another environment, and the keys of secrets, which can't. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { MissingVariable } from './missing-variables.schemas.ts'
import type { ServiceRow } from './services.repository.ts'
import type { SealedVariable } from './variable-values.crypto.ts'
import { listVariables } from './variables.repository.ts'

export async function copiedVariables(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, services }: { environmentId: Id<'env'>; services: readonly ServiceRow[] },
): Promise<{ variables: SealedVariable[]; missing: MissingVariable[] }> {
  const nameOf = new Map(services.map((service) => [service.id, service.name]))
  const variables: SealedVariable[] = []
  const missing: MissingVariable[] = []
  for (const { key, scope, expand, value, service_id: id } of await listVariables(tx, organizationId, [
    environmentId,
  ])) {
    const service = id === null ? null : nameOf.get(id)
    if (service === undefined) continue
    if (value === null) missing.push({ key, service, scope })
    else variables.push({ id: newId('var'), key, scope, expand, service, content: { value } })
  }
  return { variables, missing }
}
