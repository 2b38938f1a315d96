/** Passwords of registries: sealed by the api, opened by the worker only. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const registryPassword = defineSealedColumn({
  table: 'registries',
  idColumn: 'id',
  column: 'sealed_password',
  organizationColumn: 'organization_id',
})
