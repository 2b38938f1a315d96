/** Sealed columns of connectors: sealed by the API, opened only by the worker. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const connectorConfiguration = defineSealedColumn({
  table: 'notification_connectors',
  idColumn: 'id',
  column: 'sealed_configuration',
  organizationColumn: 'organization_id',
})

export const connectorKey = defineSealedColumn({
  table: 'connector_keys',
  idColumn: 'id',
  column: 'sealed_key',
  organizationColumn: 'organization_id',
})
