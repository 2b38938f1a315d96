/** Private keys of custom certificates: sealed by the API, opened only by the worker. */
import { defineSealedColumn } from '../../../platform/secrets/sealed-column.ts'

export const routePrivateKey = defineSealedColumn({
  table: 'routes',
  idColumn: 'id',
  column: 'sealed_private_key',
  organizationColumn: 'organization_id',
})
