/** Private keys of certificates that people brought: sealed by the api, opened by the worker only. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const routePrivateKey = defineSealedColumn({
  table: 'routes',
  idColumn: 'id',
  column: 'sealed_private_key',
  organizationColumn: 'organization_id',
})
