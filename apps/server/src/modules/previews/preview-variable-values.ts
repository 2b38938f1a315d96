/** Secret variables of previews: sealed by the api, opened by the worker when it makes one. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const previewVariableValue = defineSealedColumn({
  table: 'preview_variables',
  idColumn: 'id',
  column: 'sealed_value',
  organizationColumn: 'organization_id',
})
