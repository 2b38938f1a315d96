/** Secret variables of previews: sealed by the API, opened by the worker when it creates one. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const previewVariableValue = defineSealedColumn({
  table: 'preview_variables',
  idColumn: 'id',
  column: 'sealed_value',
  organizationColumn: 'organization_id',
})
