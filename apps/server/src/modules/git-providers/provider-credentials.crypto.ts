/** Sealed columns with provider credentials. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const providerToken = defineSealedColumn({
  table: 'git_providers',
  idColumn: 'id',
  column: 'sealed_token',
  organizationColumn: 'organization_id',
})
export const providerAppKey = defineSealedColumn({
  table: 'git_providers',
  idColumn: 'id',
  column: 'sealed_app_key',
  organizationColumn: 'organization_id',
})
