/** Maps rows to the API. */
import type { ServiceRow } from './services.repository.ts'
import type { VariableRow } from './variables.repository.ts'
import type { Variable } from './variables.schemas.ts'

export function toVariable(
  row: VariableRow,
  { services, showsValues }: { services: readonly ServiceRow[]; showsValues: boolean },
): Variable {
  return {
    id: row.id,
    key: row.key,
    value: showsValues ? row.value : null,
    secret: row.is_secret,
    sealed: row.is_sealed,
    scope: row.scope,
    expand: row.expand,
    service: services.find((service) => service.id === row.service_id)?.name ?? null,
    version: row.value_version,
    updatedBy: row.updated_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
