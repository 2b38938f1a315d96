/** Registry passwords: sealed by the API, opened only by the worker. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const registryPassword = defineSealedColumn({
  table: 'registries',
  idColumn: 'id',
  column: 'sealed_password',
  organizationColumn: 'organization_id',
})
