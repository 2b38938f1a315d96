/** Reads the variables that can be copied to another environment: those that aren't secret. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { ServiceRow } from './services.repository.ts'
import type { SealedVariable } from './variable-values.crypto.ts'
import { listVariables } from './variables.repository.ts'

export async function copiedVariables(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, services }: { environmentId: Id<'env'>; services: readonly ServiceRow[] },
): Promise<SealedVariable[]> {
  const nameOf = new Map(services.map((service) => [service.id, service.name]))
  const rows = await listVariables(tx, organizationId, [environmentId])
  return rows.flatMap(({ key, scope, value, service_id: serviceId }) => {
    const service = serviceId === null ? null : nameOf.get(serviceId)
    if (value === null || service === undefined) return []
    return [{ id: newId('var'), key, scope, service, content: { value } }]
  })
}
