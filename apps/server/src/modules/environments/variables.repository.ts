/** The only file that names `variables`. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { VariableScope } from './variables.schemas.ts'

export interface NewVariable {
  id: Id<'var'>
  serviceId: Id<'svc'> | null
  key: string
  scope: VariableScope
  /** A value that is no secret, or a sealed one. */
  content: { value: string } | { sealedValue: string; isSealed: boolean }
}

export async function insertVariables(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, variables }: { environmentId: Id<'env'>; variables: readonly NewVariable[] },
): Promise<void> {
  if (variables.length === 0) return
  await tx
    .insertInto('variables')
    .values(
      variables.map(({ content, ...variable }) => ({
        id: variable.id,
        organization_id: organizationId,
        environment_id: environmentId,
        service_id: variable.serviceId,
        key: variable.key,
        scope: variable.scope,
        value: 'value' in content ? content.value : null,
        sealed_value: 'value' in content ? null : content.sealedValue,
        is_secret: !('value' in content),
        is_sealed: 'value' in content ? false : content.isSealed,
      })),
    )
    .execute()
}
