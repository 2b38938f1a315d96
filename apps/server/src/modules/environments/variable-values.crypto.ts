/** Values of secret variables. The API seals them, and only the worker opens them. */
import type { OrganizationId } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf, defineSealedColumn } from '../../platform/secrets/sealed-column.ts'
import type { NewVariable } from './variables.repository.ts'
import type { VariableScope } from './variables.schemas.ts'

export const variableValue = defineSealedColumn({
  table: 'variables',
  idColumn: 'id',
  column: 'sealed_value',
  organizationColumn: 'organization_id',
})

export interface PlainVariable {
  key: string
  value: string
  secret: boolean
  sealed: boolean
  scope: VariableScope
  /** Whether the value has references. */
  expand?: boolean
  /** Name of a service, or null for all. */
  service: string | null
}

export type SealedVariable = Omit<NewVariable, 'serviceId'> & { service: string | null }

export async function sealVariable(
  sealer: Sealer,
  organizationId: OrganizationId,
  variable: PlainVariable,
): Promise<SealedVariable> {
  const id = newId('var')
  const { key, scope, service, value, expand = false } = variable
  if (!variable.secret && !variable.sealed) return { id, key, scope, expand, service, content: { value } }
  const sealedValue = await sealer.seal(contextOf(variableValue, id, organizationId), value)
  return { id, key, scope, expand: false, service, content: { sealedValue, isSealed: variable.sealed } }
}
